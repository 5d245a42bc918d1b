<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** The name that a client gives its message, so that sending it twice stores it once. */
final class ClientId
{
    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     *
     * @throws ChatError client_id_invalid
     */
    public static function clean(mixed $raw): string
    {
        if (! is_string($raw) || preg_match('/^[A-Za-z0-9_-]{1,64}\z/', $raw) !== 1) {
            throw ChatError::of('client_id_invalid', 'clientId');
        }

        return $raw;
    }
}
