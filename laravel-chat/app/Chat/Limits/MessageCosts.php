<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use Illuminate\Contracts\Foundation\Application;

/** What a message, or a change of one, costs its user: a token, or nothing where there is no rate limit. */
final class MessageCosts
{
    public function __construct(
        private readonly MessageAllowances $allowances,
        private readonly Application $app,
        private readonly bool $rateLimits,
    ) {
    }

    /**
     * @return float seconds to wait, 0 where it is paid
     *
     * @throws ChatError store_unavailable
     */
    public function take(string $userId): float
    {
        return $this->rateLimits ? $this->allowances->take($userId) : 0.0;
    }

    /** @throws ChatError store_unavailable */
    public function giveBack(string $userId): void
    {
        $this->rateLimits && $this->allowances->giveBack($userId);
    }

    /** What was not stored costs nothing. The database that failed is asked once more when the client has its answer. */
    public function giveBackLater(string $userId): void
    {
        $this->rateLimits && $this->app->terminating(function () use ($userId): void {
            try {
                $this->allowances->giveBack($userId);
            } catch (ChatError) {
                // Still away: the bucket fills up by itself.
            }
        });
    }
}
