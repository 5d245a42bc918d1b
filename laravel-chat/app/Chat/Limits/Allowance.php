<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;

/**
 * How much of a limit each user has left in a fixed window, which begins with the first take(). Workers and loop count
 * separately, so a user may use a limit up by HTTP, and again by socket.
 */
interface Allowance
{
    /**
     * Counts one more.
     *
     * @throws ChatError too_many_messages, too_many_pages or too_many_searches
     */
    public function take(string $userId): void;
}
