<?php

declare(strict_types=1);

namespace App\Lab;

/** What this process leaked. */
final class Kept
{
    /** @var list<string> */
    private static array $kept = [];

    public static function keep(int $bytes): void
    {
        // Written to, since memory that nobody touches is none.
        self::$kept[] = str_repeat("\1", $bytes);
    }

    public static function bytes(): int
    {
        return array_sum(array_map(strlen(...), self::$kept));
    }

    /** A program on the command line goes on after a request, a worker begins anew. */
    public static function beyondThisRequest(): int
    {
        return PHP_SAPI === 'cli' ? self::bytes() : 0;
    }

    /** @return int bytes that were kept */
    public static function letGo(): int
    {
        $bytes = self::bytes();
        self::$kept = [];

        return $bytes;
    }
}
