<?php

declare(strict_types=1);

namespace App\Chat;

use App\Store\Messages;

final class ListMessages
{
    public function __construct(private readonly Messages $messages)
    {
    }

    /**
     * The oldest messages after an id, the newest before an id, or the newest of all.
     *
     * @param  ?int  $before  ignored where $after is given
     *
     * @throws ChatError store_unavailable
     */
    public function handle(?int $after, ?int $before, int $limit): Page
    {
        return match (true) {
            $after !== null => $this->messages->after($after, $limit),
            $before !== null => $this->messages->before($before, $limit),
            default => $this->messages->newest($limit),
        };
    }
}
