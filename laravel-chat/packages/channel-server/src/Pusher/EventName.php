<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** The name of an event of a client or of the HTTP API. */
final class EventName
{
    /** The rule in words, for error messages. Pusher has the same length. */
    public const RULE = 'An event name is 1 to 200 characters';

    public static function isValid(mixed $name): bool
    {
        return is_string($name) && $name !== '' && mb_strlen($name) <= 200;
    }
}
