<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use App\Contract;

/** Memory that this process keeps until it is freed. */
final class Leak
{
    /** @var list<string> */
    private static array $kept = [];

    /**
     * @return array{bytes: int, kept: int} kept is 0 in a php-fpm worker: it frees all memory after a request
     *
     * @throws ChatError lab_memory_full
     */
    public static function keep(int $bytes): array
    {
        if (self::bytes() + $bytes > Contract::lab('keptMaxBytes')) {
            throw ChatError::of('lab_memory_full');
        }
        self::$kept[] = str_repeat("\1", $bytes); // written to: the kernel gives memory at the first write

        return ['bytes' => $bytes, 'kept' => PHP_SAPI === 'cli' ? self::bytes() : 0];
    }

    /** @return array{bytes: int, kept: int} what was kept */
    public static function free(): array
    {
        $bytes = self::bytes();
        self::$kept = [];

        return ['bytes' => $bytes, 'kept' => 0];
    }

    private static function bytes(): int
    {
        return array_sum(array_map(strlen(...), self::$kept));
    }
}
