<?php

declare(strict_types=1);

namespace ChannelServer\WebSocket;

/** Close codes of RFC 6455, 7.4. */
final class CloseCode
{
    public const NORMAL = 1000;

    public const PROTOCOL_ERROR = 1002;

    public const UNSUPPORTED_DATA = 1003;

    public const INVALID_PAYLOAD = 1007;

    public const TOO_BIG = 1009;

    /** Whether a peer may send $code in a close frame: 1004-1006 and 1015 are reserved, below 3000 the rest is undefined. */
    public static function mayBeSent(int $code): bool
    {
        return ($code >= 1000 && $code <= 1014 && ($code < 1004 || $code > 1006)) || ($code >= 3000 && $code <= 4999);
    }
}
