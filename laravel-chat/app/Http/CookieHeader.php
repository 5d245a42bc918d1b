<?php

declare(strict_types=1);

namespace App\Http;

/** PHP's own $_COOKIE makes one name of several: dots, blanks and brackets become underscores, or arrays. */
final class CookieHeader
{
    /** @return array<array-key, string> the first of each name, its value without percent-encoding */
    public static function parse(string $header): array
    {
        $cookies = [];
        foreach (explode(';', $header) as $pair) {
            [$name, $value] = [...explode('=', $pair, 2), null];
            if ($value !== null) {
                $cookies[trim((string) $name, " \t")] ??= rawurldecode(trim($value, " \t"));
            }
        }

        return $cookies;
    }
}
