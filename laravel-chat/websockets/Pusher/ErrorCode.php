<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/**
 * Error and close codes of the Pusher protocol: after 4000-4099 a client does not come back, after 4100-4199 later,
 * after 4200-4299 at once.
 */
final class ErrorCode
{
    public const NO_SUCH_APP = 4001;

    public const VERSION_UNSUPPORTED = 4007;

    public const UNAUTHORIZED = 4009;

    public const RECONNECT = 4200;

    public const NO_PONG = 4201;

    public const NOT_JOINED = 4202;
}
