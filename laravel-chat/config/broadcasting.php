<?php

declare(strict_types=1);

// The loop's HTTP API is on a unix socket, `unix:/path` or HOST:PORT.
$address = env('CHAT_API_ADDRESS') ?: 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock';

return [
    'default' => 'pusher',
    // As stream_socket_client() takes it.
    'loop' => str_starts_with($address, 'unix:') ? 'unix://'.substr($address, strlen('unix:')) : "tcp://{$address}",
    'connections' => [
        'pusher' => [
            'driver' => 'pusher',
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            'app_id' => env('PUSHER_APP_ID', 'chat'),
            // With CHAT_SOCKET_SERVER=pusher. The timeouts are seconds.
            'options' => [
                'host' => env('PUSHER_HOST') ?: '127.0.0.1',
                'port' => (int) (env('PUSHER_PORT') ?: env('CHAT_SOCKET_PORT') ?: 6001),
                'scheme' => env('PUSHER_SCHEME') ?: 'http',
                'timeout' => 1.0,
            ],
            'client_options' => ['connect_timeout' => 0.3],
        ],
    ],
];
