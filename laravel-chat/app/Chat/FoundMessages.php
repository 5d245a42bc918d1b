<?php

declare(strict_types=1);

namespace App\Chat;

/** What a search has found so far, in rising id order. */
final readonly class FoundMessages
{
    /**
     * @param  list<Message>  $messages
     * @param  int  $searchedTo  the lowest id that was looked at
     */
    public function __construct(public array $messages, public int $searchedTo)
    {
    }

    /** @return array{messages: list<array<string, mixed>>, more: bool, searchedTo: int} */
    public function toArray(): array
    {
        return (new Page($this->messages, $this->searchedTo > 1))->toArray() + ['searchedTo' => $this->searchedTo];
    }
}
