<?php

declare(strict_types=1);

namespace App\Chat\Limits;

/** CHAT_LIMITS=off. */
final class Unlimited implements Allowances
{
    public function take(string $userId): void
    {
    }
}
