<?php

declare(strict_types=1);

namespace App\Lab;

use RuntimeException;

final class Loopback
{
    /** @throws RuntimeException where others could reach what listens on $host */
    public static function mustBe(string $host): void
    {
        if (preg_match('/^(?:127\.|::1$|localhost$)/D', $host) !== 1) {
            throw new RuntimeException("CHAT_LAB=1 lets anybody stop this server: refused on {$host}, only on loopback.");
        }
    }
}
