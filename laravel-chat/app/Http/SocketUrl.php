<?php

declare(strict_types=1);

namespace App\Http;

use Illuminate\Http\Request;

/** The address of the sockets for this client: on the host that its request named. */
final class SocketUrl
{
    /** @return string `ws://HOST:PORT`, wss where the page came by https; CHAT_SOCKET_URL where it is set */
    public static function for(Request $request): string
    {
        if (is_string($given = config('chat.socket_url')) && $given !== '') {
            return $given;
        }
        $host = $request->getHost() ?: config('chat.host'); // a malformed Host header is refused here

        return ($request->isSecure() ? 'wss' : 'ws')."://{$host}:".config('chat.socket_port');
    }
}
