<?php

declare(strict_types=1);

namespace App;

use Illuminate\Support\Str;

/** The random token that a client keeps, and its handle for the store and the sockets. */
final class SessionToken
{
    public static function new(): string
    {
        return Str::random(32);
    }

    /** The token's hash. It does not reveal the token, so that a copy of the database opens no session. */
    public static function handleOf(string $token): string
    {
        return hash('sha256', $token);
    }
}
