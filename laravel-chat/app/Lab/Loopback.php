<?php

declare(strict_types=1);

namespace App\Lab;

use App\SettingRefused;

final class Loopback
{
    /** @throws SettingRefused where others could reach what listens on $host */
    public static function mustBe(string $host): void
    {
        if (preg_match('/^(?:127\.|::1$|localhost$)/D', $host) !== 1) {
            throw new SettingRefused("CHAT_LAB=1 lets anybody stop this server: refused on CHAT_HOST={$host}, only on loopback.");
        }
    }
}
