<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/** Frames from server to client: never masked, never fragmented. */
final class Frame
{
    public const CONTINUATION = 0x0;

    public const TEXT = 0x1;

    public const BINARY = 0x2;

    public const CLOSE = 0x8;

    public const PING = 0x9;

    public const PONG = 0xA;

    // Close codes of RFC 6455, 7.4.
    public const PROTOCOL_ERROR = 1002;

    public const UNSUPPORTED_DATA = 1003;

    public const INVALID_PAYLOAD = 1007;

    public const TOO_BIG = 1009;

    /** Reason of a close frame: 125 bytes of control frame less the code. */
    private const REASON_BYTES = 123;

    public static function text(string $payload): string
    {
        return self::encode(self::TEXT, $payload);
    }

    public static function pong(string $payload): string
    {
        return self::encode(self::PONG, $payload);
    }

    /** @param  int|null  $code null for a close frame without a code */
    public static function close(?int $code, string $reason = ''): string
    {
        return self::encode(
            self::CLOSE, $code === null ? '' : pack('n', $code).mb_strcut($reason, 0, self::REASON_BYTES, 'UTF-8'),
        );
    }

    private static function encode(int $opcode, string $payload): string
    {
        $length = strlen($payload);
        $first = chr(0x80 | $opcode);
        if ($length < 126) {
            return $first.chr($length).$payload;
        }

        return $length < 65536 ? $first."\x7e".pack('n', $length).$payload : $first."\x7f".pack('J', $length).$payload;
    }
}
