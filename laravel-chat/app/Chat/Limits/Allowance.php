<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;

/**
 * How much of a limit each user has left in a fixed window, which the first time begins. The workers and the loop count
 * apart, so a user may use it up by HTTP, and again by the socket.
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
