<?php

declare(strict_types=1);

return [
    'default' => env('BROADCAST_DRIVER', 'pusher-http'),

    'connections' => [
        // Any server of the Pusher HTTP API: the loop beside us by default.
        'pusher-http' => [
            'driver' => 'pusher-http',
            'id' => env('PUSHER_APP_ID', 'chat'),
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            'host' => env('PUSHER_HOST', '127.0.0.1'),
            'port' => (int) env('PUSHER_PORT', env('CHAT_SOCKET_PORT', 6001)),
            // ms; a message is stored before it is published, so nobody waits long for a loop that is away
            'connect_timeout' => 300,
            'timeout' => 1000,
            'hasty_timeout' => 100,
        ],
        'null' => ['driver' => 'null'],
    ],
];
