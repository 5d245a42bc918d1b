<?php

declare(strict_types=1);

namespace App\Http;

/** PHP's own $_COOKIE makes one name of several: dots, blanks and brackets become underscores, or arrays. */
final class CookieHeader
{
    /**
     * One pair of quotes around a value is no part of it (RFC 6265, 4.1.1).
     *
     * @return array<array-key, string> the first value of each name, without quotes and percent-encoding
     */
    public static function parse(string $header): array
    {
        $cookies = [];
        foreach (explode(';', $header) as $pair) {
            [$name, $value] = [...explode('=', $pair, 2), null];
            if ($value !== null) {
                $cookies[trim((string) $name, " \t")] ??= rawurldecode(self::withoutQuotes(trim($value, " \t")));
            }
        }

        return $cookies;
    }

    private static function withoutQuotes(string $value): string
    {
        return preg_replace('/\A"(.*)"\z/s', '$1', $value) ?? $value;
    }
}
