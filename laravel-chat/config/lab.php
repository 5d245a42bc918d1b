<?php

declare(strict_types=1);

use App\Contract;
use App\SettingRefused;
use App\WholeNumber;

$on = env('CHAT_LAB') === '1';
if ($on && env('CHAT_TRUST_PROXY') === '1') {
    throw new SettingRefused(
        'CHAT_LAB=1 with CHAT_TRUST_PROXY=1: through a proxy any client could stop this server. Unset one',
    );
}

if (! $on && env('CHAT_WINDOW') === 'off') {
    throw new SettingRefused(
        'CHAT_WINDOW=off makes the chat slow for comparison: set CHAT_LAB=1 as well, or unset it',
    );
}

// Trouble on demand, for lectures, by any user of this machine.
return [
    'on' => $on,
    // CHAT_WINDOW=off: each message is an event of its own, the baseline.
    'message_window' => env('CHAT_WINDOW') !== 'off',
    // The number of php-fpm workers that take lab calls.
    'workers' => WholeNumber::of(
        'CHAT_LAB_WORKERS', env('CHAT_LAB_WORKERS'), 4, 1, Contract::get('lab', 'workersMax'),
    ),
    // A server that is as slow as it is asked to be.
    'call_url' => env('CHAT_LAB_CALL_URL'),
];
