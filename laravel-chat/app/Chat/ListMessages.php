<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowance;
use App\ChatError;

final class ListMessages
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly Allowance $allowance,
    ) {
    }

    /**
     * The oldest messages after an id, the newest before an id, the changes after a revision, or the newest messages.
     *
     * @param  string  $userId  the reader
     *
     * @throws ChatError too_many_pages, store_unavailable
     */
    public function __invoke(string $userId, ?int $after, ?int $before, ?int $changedAfter, int $limit): Page
    {
        $this->allowance->take($userId);

        return match (true) {
            $after !== null => $this->messages->after($after, $limit),
            $changedAfter !== null => $this->messages->changedAfter($changedAfter, $limit),
            default => $this->messages->before($before, $limit),
        };
    }
}
