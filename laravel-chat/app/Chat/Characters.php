<?php

declare(strict_types=1);

namespace App\Chat;

use App\Contract;

/** The contract's rules for characters: code points, trimming, control characters. */
final class Characters
{
    private static ?string $trimmed = null;

    /** Takes white space off both ends, as ECMAScript's trim does. */
    public static function trim(string $text): string
    {
        $class = self::$trimmed ??= Contract::load()->trimmed();

        return (string) preg_replace("/^[{$class}]+|[{$class}]+\\z/uD", '', $text);
    }

    /** @param  string  $except characters let through, in PCRE's spelling */
    public static function hasControl(string $text, string $except = ''): bool
    {
        $except = $except === '' ? '' : "(?![{$except}])";

        return preg_match("/{$except}\\p{Cc}/u", $text) === 1;
    }

    public static function count(string $text): int
    {
        return mb_strlen($text, 'UTF-8');
    }
}
