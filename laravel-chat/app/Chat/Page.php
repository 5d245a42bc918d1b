<?php

declare(strict_types=1);

namespace App\Chat;

/** Some messages in rising order of ids, or of revisions if the caller asked for changes. */
final readonly class Page
{
    /**
     * @param  list<Message>  $messages
     * @param  bool  $more  there are further ones in the direction asked for
     * @param  ?int  $searchedTo  the lowest id that a search has looked at
     */
    public function __construct(public array $messages, public bool $more, public ?int $searchedTo = null)
    {
    }

    /** @return array{messages: list<array<string, mixed>>, more: bool, searchedTo?: int} */
    public function toArray(): array
    {
        return [
            'messages' => array_map(fn (Message $message) => $message->toArray(), $this->messages),
            'more' => $this->more,
        ] + ($this->searchedTo === null ? [] : ['searchedTo' => $this->searchedTo]);
    }
}
