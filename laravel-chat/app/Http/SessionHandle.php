<?php

declare(strict_types=1);

namespace App\Http;

/** A name for a session that may leave the server: it tells two sessions apart and opens neither. */
final class SessionHandle
{
    /** @return string 32 hexadecimal digits */
    public static function of(string $sessionId): string
    {
        return substr(hash_hmac('sha256', $sessionId, (string) config('app.key')), 0, 32);
    }
}
