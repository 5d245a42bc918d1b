<?php

declare(strict_types=1);

use App\Origins;
use App\WholeNumber;
use Illuminate\Support\Env;

$host = (string) (env('CHAT_HOST') ?: '127.0.0.1');
$port = WholeNumber::of('CHAT_PORT', env('CHAT_PORT'), 8000, 0, 65535);

return [
    'host' => $host,
    'port' => $port,
    'socket_port' => WholeNumber::of('CHAT_SOCKET_PORT', env('CHAT_SOCKET_PORT'), 6001, 0, 65535),
    // The address of the sockets in /config; null: the host of the request, at socket_port.
    'socket_url' => env('CHAT_SOCKET_URL') ?: null,
    // The folder of the SQLite file and of the loop's unix socket.
    'data' => env('CHAT_DATA') ?: dirname(__DIR__).'/var',
    // The page's own origins, and those of CHAT_ORIGINS.
    'origins' => Origins::allowed($host, $port, (string) env('CHAT_ORIGINS', '')),
    // Behind a proxy on this machine that ends TLS: its X-Forwarded-* are believed.
    'trust_proxy' => env('CHAT_TRUST_PROXY') === '1',
    // Version and commit, as /health names it if rate limits are off.
    'build' => env('CHAT_BUILD'),
    'rate_limits' => env('CHAT_LIMITS', 'on') !== 'off',
    // The password of the room, which a new name must send; null: none. Not by env(), which turns the code `false` into
    // a boolean.
    'join_code' => Env::getRepository()->get('CHAT_JOIN_CODE') ?: null,
];
