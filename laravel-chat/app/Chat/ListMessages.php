<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowances;
use App\ChatError;

final class ListMessages
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly Allowances $allowances,
    ) {
    }

    /**
     * The oldest messages after an id, the newest before an id, changes after a revision, or else the newest messages.
     *
     * @param  string  $userId who reads
     * @param  ?int  $before  ignored where $after is given, as $changedAfter is where one of them is
     *
     * @throws ChatError too_many_pages, store_unavailable
     */
    public function handle(string $userId, ?int $after, ?int $before, ?int $changedAfter, int $limit): Page
    {
        $this->allowances->take($userId);

        return match (true) {
            $after !== null => $this->messages->after($after, $limit),
            $before !== null || $changedAfter === null => $this->messages->before($before, $limit),
            default => $this->messages->changedAfter($changedAfter, $limit),
        };
    }
}
