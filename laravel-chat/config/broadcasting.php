<?php

declare(strict_types=1);

use App\SettingRefused;

$server = env('CHAT_SOCKET_SERVER') ?: 'loop';
if (! in_array($server, ['loop', 'pusher'], true)) {
    throw new SettingRefused("CHAT_SOCKET_SERVER={$server}: set loop or pusher");
}

// Both sign subscriptions with them.
$keys = [
    'key' => (string) env('PUSHER_APP_KEY'),
    'secret' => (string) env('PUSHER_APP_SECRET'),
    'app_id' => env('PUSHER_APP_ID') ?: 'chat',
];

return [
    // The server that holds the sockets: the chat's own loops, or any server of the Pusher protocol. AppServiceProvider
    // makes both broadcasters.
    'default' => $server,
    'connections' => [
        'loop' => $keys + [
            'driver' => 'loop',
            // The unix sockets of the loops' HTTP APIs, with commas between them.
            'sockets' => array_map('trim', explode(
                ',', (string) (env('CHAT_API_SOCKET') ?: (require __DIR__.'/chat.php')['data'].'/loop.sock'),
            )),
            // The Redis by which several loops are one chat; null: there is one loop.
            'redis' => env('REDIS_URL') ?: null,
        ],
        'pusher' => $keys + [
            'driver' => 'pusher',
            // The timeouts are seconds.
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
