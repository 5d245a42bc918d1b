<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

use App\ChatError;
use WebSockets\Server\HttpRequest;

/** The opening handshake (RFC 6455, 4.2): checks the request and gives the answer. */
final class Handshake
{
    private const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

    /**
     * @return ?string the bytes of the 101 answer; null: the request asks for no WebSocket of version 13
     *
     * @throws ChatError bad_request
     */
    public static function accept(HttpRequest $request): ?string
    {
        $isWanted = $request->method === 'GET'
            && $request->lists('upgrade', 'websocket') && $request->lists('connection', 'upgrade')
            && $request->version === '1.1' && $request->header('sec-websocket-version') === '13';
        if (! $isWanted) {
            return null;
        }
        $key = $request->header('sec-websocket-key') ?? '';
        if (preg_match('#^[A-Za-z0-9+/]{22}==$#D', $key) !== 1) {
            throw ChatError::of('bad_request');
        }

        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            .base64_encode(sha1($key.self::GUID, true))."\r\n\r\n";
    }
}
