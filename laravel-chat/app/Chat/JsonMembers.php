<?php

declare(strict_types=1);

namespace App\Chat;

/**
 * How many members a JSON text may have, counted before it is decoded: PHP's hash tables know no secret, and keys chosen to
 * collide cost the square of their number. Nothing that a client has to say comes near.
 */
final class JsonMembers
{
    /** In one pass, over what is no JSON too. A member has a colon behind its key; those within strings are none. */
    public static function areAtMost(string $json, int $most): bool
    {
        if (substr_count($json, ':') <= $most) {
            return true;
        }
        $outside = preg_replace('/"(?:[^"\\\\]++|\\\\.?)*+(?:"|\z)/s', '', $json);

        return $outside !== null && substr_count($outside, ':') <= $most;
    }
}
