<?php

declare(strict_types=1);

namespace App\Chat\Limits;

/** How often each user may do something: a token bucket for each. */
interface Allowances
{
    /** @return float seconds to wait, 0 where a token was taken */
    public function take(string $userId): float;

    /** Gives a token back that bought nothing. */
    public function giveBack(string $userId): void;
}
