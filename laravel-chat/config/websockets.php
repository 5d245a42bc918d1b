<?php

declare(strict_types=1);

use App\Contract;
use App\Http\Origins;
use App\WholeNumber;

// For websockets:serve; WebSockets\Settings says what each means.
return [
    'hosts' => [env('CHAT_HOST') ?: '127.0.0.1'],
    'port' => WholeNumber::of('CHAT_SOCKET_PORT', env('CHAT_SOCKET_PORT'), 6001, 0, 65535),
    'api' => env('CHAT_API_SOCKET') ?: env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock',
    'key' => (string) env('PUSHER_APP_KEY'),
    'secret' => (string) env('PUSHER_APP_SECRET'),

    'origins' => Origins::of(
        (string) (env('CHAT_HOST') ?: '127.0.0.1'),
        WholeNumber::of('CHAT_PORT', env('CHAT_PORT'), 8000, 0, 65535),
        (string) env('CHAT_ORIGINS', ''),
    ),
    'rateLimits' => env('CHAT_LIMITS', 'on') !== 'off',
    'gathering' => ! (env('CHAT_LAB') == 1 && env('CHAT_WINDOW') === 'off'),
    'joinSeconds' => (int) Contract::load()->limit('joinSeconds'),
];
