<?php

declare(strict_types=1);

namespace App\Http;

use Illuminate\Http\Request;

/** Where the loop is for who sent this request: on the host they know us by. */
final class SocketUrl
{
    /** @return string `ws://HOST:PORT`, wss where the page came by https; CHAT_SOCKET_URL where it is set */
    public static function for(Request $request): string
    {
        if (is_string($given = config('chat.socket_url')) && $given !== '') {
            return $given;
        }
        // A Host header is anybody's word: only what can be a host goes into an answer and its CSP.
        $host = preg_replace('/:\d+\z/', '', (string) $request->headers->get('Host'));
        if (preg_match('/^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])\z/', (string) $host) !== 1) {
            $host = config('chat.host');
        }

        return ($request->isSecure() ? 'wss' : 'ws')."://{$host}:".config('chat.socket_port');
    }
}
