<?php

declare(strict_types=1);

namespace App\Http;

use Illuminate\Http\Request;

/** The address of the sockets for a client: on the host that its request names. */
final class SocketUrl
{
    /** @return string `ws://HOST:PORT`, wss if the page came by https; CHAT_SOCKET_URL if it is set */
    public static function for(Request $request): string
    {
        return config('chat.socket_url') ?? sprintf(
            '%s://%s:%d', $request->isSecure() ? 'wss' : 'ws',
            $request->getHost() ?: config('chat.host'), // getHost() refuses a malformed Host header
            config('chat.socket_port'),
        );
    }
}
