<?php

declare(strict_types=1);

use App\Broadcasting\SocketServer;

// The loop's HTTP API is on a unix socket, `unix:/path` or HOST:PORT; another server's at PUSHER_HOST.
$isLoop = SocketServer::named(env('CHAT_SOCKET_SERVER') ?: 'loop') === SocketServer::Loop;
$address = ! $isLoop ? null : (env('CHAT_API_ADDRESS') ?: 'unix:'.env('CHAT_DATA', dirname(__DIR__).'/var').'/loop.sock');
$unix = str_starts_with((string) $address, 'unix:') ? substr((string) $address, 5) : null;
$url = parse_url($unix === null ? 'http://'.$address : 'http://loop');

return [
    'default' => 'pusher',
    'connections' => [
        'pusher' => [
            'driver' => 'pusher',
            'key' => env('PUSHER_APP_KEY'),
            'secret' => env('PUSHER_APP_SECRET'),
            'app_id' => env('PUSHER_APP_ID', 'chat'),
            'options' => [
                'host' => $isLoop ? $url['host'] ?? 'loop' : (env('PUSHER_HOST') ?: '127.0.0.1'),
                'port' => $isLoop ? $url['port'] ?? 80 : (int) (env('PUSHER_PORT') ?: env('CHAT_SOCKET_PORT') ?: 6001),
                'scheme' => $isLoop ? 'http' : (env('PUSHER_SCHEME') ?: 'http'),
                // Seconds. A loop that hangs for longer has the request all the same, and takes it when it goes on.
                'timeout' => 1.0,
            ],
            'client_options' => [
                'connect_timeout' => 0.3,
                'curl' => $unix === null ? [] : [CURLOPT_UNIX_SOCKET_PATH => $unix],
            ],
        ],
    ],
];
