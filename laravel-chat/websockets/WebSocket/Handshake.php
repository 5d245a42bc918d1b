<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;

/** The opening handshake (RFC 6455, 4.2): checks the request and gives the answer. */
final class Handshake
{
    private const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

    /**
     * @return string the bytes of the 101 answer
     *
     * @throws HttpRefused
     */
    public static function accept(HttpRequest $request): string
    {
        $request->requireMethod('GET');
        if (
            ! $request->lists('upgrade', 'websocket') || ! $request->lists('connection', 'upgrade')
                || $request->version !== '1.1'
        ) {
            throw new HttpRefused(
                426, 'upgrade_required', 'This address is for WebSockets: send Upgrade: websocket.', [
                    'Upgrade' => 'websocket',
                ],
            );
        }
        if ($request->header('sec-websocket-version') !== '13') {
            throw new HttpRefused(
                426, 'websocket_version', 'The WebSocket version understood is 13.', [
                    'Sec-WebSocket-Version' => '13', 'Upgrade' => 'websocket',
                ],
            );
        }
        $key = $request->header('sec-websocket-key') ?? '';
        $nonce = base64_decode($key, true);
        if ($nonce === false || strlen($nonce) !== 16 || base64_encode($nonce) !== $key) {
            throw new HttpRefused(400, 'websocket_key', 'Sec-WebSocket-Key is not 16 bytes in base64.');
        }

        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
            .base64_encode(sha1($key.self::GUID, true))."\r\n\r\n";
    }
}
