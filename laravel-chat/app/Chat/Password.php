<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;

/** A password as typed: never trimmed, counted in bytes because bcrypt reads 72 of them. */
final class Password
{
    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     *
     * @throws ChatError empty_field, password_invalid, password_too_long
     */
    public static function clean(mixed $raw): string
    {
        if ($raw === null || $raw === '') {
            throw ChatError::of('empty_field', 'password');
        }
        if (! is_string($raw) || Characters::hasControl($raw)) {
            throw ChatError::of('password_invalid', 'password');
        }
        if (strlen($raw) > Contract::load()->limit('passwordMaxBytes')) {
            throw ChatError::of('password_too_long', 'password');
        }

        return $raw;
    }
}
