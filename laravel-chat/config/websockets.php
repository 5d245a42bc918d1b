<?php

declare(strict_types=1);

use App\Contract;
use App\Http\Origins;
use App\WholeNumber;

// For websockets:serve; WebSockets\Settings says what each means.
return [
    'hosts' => [env('CHAT_HOST') ?: '127.0.0.1'],
    'port' => WholeNumber::of('CHAT_SOCKET_PORT', env('CHAT_SOCKET_PORT'), 6001, 0, 65535),
    // unix:/path or HOST:PORT
    'api' => env('CHAT_API_ADDRESS') ?: 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock',

    'appId' => (string) env('PUSHER_APP_ID', 'chat'),
    'key' => (string) env('PUSHER_APP_KEY'),
    'secret' => (string) env('PUSHER_APP_SECRET'),

    'origins' => Origins::of(
        (string) (env('CHAT_HOST') ?: '127.0.0.1'),
        WholeNumber::of('CHAT_PORT', env('CHAT_PORT'), 8000, 0, 65535),
        (string) env('CHAT_ORIGINS', ''),
    ),
    'rateLimits' => env('CHAT_LIMITS', 'on') !== 'off',
    'gathering' => ! (env('CHAT_LAB') == 1 && env('CHAT_WINDOW') === 'off'),
    'activityTimeout' => WholeNumber::of('CHAT_ACTIVITY_TIMEOUT', env('CHAT_ACTIVITY_TIMEOUT'), 120, 1, 3600),
    'pongTimeout' => WholeNumber::of('CHAT_PONG_TIMEOUT', env('CHAT_PONG_TIMEOUT'), 30, 1, 3600),
    'joinSeconds' => (int) Contract::load()->limit('joinSeconds'),
    'maxConnections' => WholeNumber::of('CHAT_MAX_CONNECTIONS', env('CHAT_MAX_CONNECTIONS'), 1_000_000, 1, 1_000_000),
];
