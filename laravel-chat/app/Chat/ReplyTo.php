<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** The id of the message that is replied to. Whether there is one the store knows. */
final class ReplyTo
{
    // Beyond it JSON's numbers are not exact.
    private const ID_MAX = 2 ** 53 - 1;

    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     *
     * @throws ChatError message_not_found
     */
    public static function clean(mixed $raw): ?int
    {
        if ($raw === null) {
            return null;
        }
        // 7.0 is 7 in JSON, and a float in PHP.
        if (! (is_int($raw) || is_float($raw)) || $raw < 1 || $raw > self::ID_MAX || (int) $raw != $raw) {
            throw self::unknown();
        }

        return (int) $raw;
    }

    public static function unknown(): ChatError
    {
        return ChatError::of('message_not_found', 'replyTo');
    }
}
