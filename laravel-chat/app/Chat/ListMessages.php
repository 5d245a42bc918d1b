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
     * The oldest messages after an id, the newest before an id, changes after a revision, or else the newest messages.
     * A caller gives at most one of the three.
     *
     * @param  string  $userId  of the reader
     *
     * @throws ChatError too_many_pages, store_unavailable
     */
    public function __invoke(
        string $userId,
        int $limit,
        ?int $after = null,
        ?int $before = null,
        ?int $changedAfter = null,
    ): Page {
        $this->allowance->take($userId);

        return match (true) {
            $after !== null => $this->messages->after($after, $limit),
            $changedAfter !== null => $this->messages->changedAfter($changedAfter, $limit),
            default => $this->messages->before($before, $limit),
        };
    }
}
