<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;

/** A token bucket per user, shared by all workers. */
interface MessageAllowances
{
    /**
     * @return float seconds to wait, 0 where a token was taken
     *
     * @throws ChatError store_unavailable
     */
    public function take(string $userId): float;

    /**
     * Gives a token back that bought nothing.
     *
     * @throws ChatError store_unavailable
     */
    public function giveBack(string $userId): void;
}
