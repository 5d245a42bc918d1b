<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/**
 * Error and close codes of the Pusher protocol: after 4000-4099 a client does not come back, after 4100-4199 later,
 * after 4200-4299 at once; 4300-4399 is any other trouble.
 */
final class ErrorCode
{
    public const NO_SUCH_APP = 4001;

    public const VERSION_MALFORMED = 4006;

    public const VERSION_UNSUPPORTED = 4007;

    public const VERSION_MISSING = 4008;

    public const UNAUTHORIZED = 4009;

    public const OVER_CAPACITY = 4100;

    public const RECONNECT = 4200;

    public const NO_PONG = 4201;

    public const NOT_JOINED = 4202;

    public const RATE_LIMIT = 4301;
}
