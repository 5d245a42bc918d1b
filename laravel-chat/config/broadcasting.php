<?php

declare(strict_types=1);

return [
    'default' => env('BROADCAST_DRIVER', 'pusher-http'),

    'connections' => [
        // Any server of the Pusher HTTP API: the loop beside us by default, another one where PUSHER_HOST names it.
        'pusher-http' => [
            'driver' => 'pusher-http',
            'id' => env('PUSHER_APP_ID', 'chat'),
            // These sign subscriptions ...
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            // ... and these the calls of the HTTP API; a server that knows only one pair of them takes the first.
            'api_key' => env('CHAT_API_KEY', env('PUSHER_APP_KEY')),
            'api_secret' => env('CHAT_API_SECRET', env('PUSHER_APP_SECRET')),
            'address' => env('PUSHER_HOST') === null
                ? env('CHAT_API_ADDRESS', 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock')
                : env('PUSHER_HOST').':'.env('PUSHER_PORT', '80'),
            // ms; a message is stored before it is published, so nobody waits long for a loop that is away
            'connect_timeout' => 300,
            'timeout' => 1000,
            'hasty_timeout' => 100,
        ],
        'null' => ['driver' => 'null'],
    ],
];
