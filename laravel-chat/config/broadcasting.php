<?php

declare(strict_types=1);

use App\Broadcasting\SocketServer;

$server = SocketServer::named(env('CHAT_SOCKET_SERVER', 'channel-server'));

return [
    'connections' => [
        // Whichever WebSocket server is chosen: all of them take the Pusher HTTP API.
        'pusher-http' => [
            'id' => env('PUSHER_APP_ID', 'chat'),
            // These sign subscriptions ...
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            // ... and what else is here the calls of the HTTP API.
            ...$server->answersTheChat() ? [
                'api_key' => env('CHAT_API_KEY', env('PUSHER_APP_KEY')),
                'api_secret' => env('CHAT_API_SECRET', env('PUSHER_APP_SECRET')),
                'address' => env('CHAT_API_ADDRESS', 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock'),
                'scheme' => 'http',
            ] : [
                'api_key' => env('PUSHER_APP_KEY'),
                'api_secret' => env('PUSHER_APP_SECRET'),
                'address' => env('PUSHER_HOST', '127.0.0.1').':'.env('PUSHER_PORT', env('CHAT_SOCKET_PORT') ?: '6001'),
                'scheme' => env('PUSHER_SCHEME', 'http'),
            ],
            // ms; a message is stored before it is published, so nobody waits long for a loop that is away
            'connect_timeout' => 300,
            'timeout' => 1000,
            'timeout_while_open' => 100,
        ],
    ],
];
