<?php

declare(strict_types=1);

namespace App\Store;

use App\Contract;
use Closure;

/** What a search has read, from the newest message on, and found: it ends where the contract lets it. */
final class SearchedMessages
{
    /** @var list<int> of what was found */
    public array $ids = [];

    /** The lowest id that was looked at. */
    public int $lowest = 1;

    private int $messagesLeft;

    private int $bytesLeft;

    /**
     * @param  non-empty-list<string>  $begins  of words, each behind a space
     * @param  Closure(string): string  $wordsOf  the words of a text, each behind a space
     */
    public function __construct(private readonly array $begins, private readonly Closure $wordsOf, private readonly int $limit)
    {
        $this->messagesLeft = (int) Contract::load()->limit('searchedMessagesMax');
        $this->bytesLeft = (int) Contract::load()->limit('searchedBytesMax');
    }

    public function ends(): bool
    {
        return count($this->ids) === $this->limit || $this->messagesLeft <= 0 || $this->bytesLeft <= 0;
    }

    /** All down to this id are known to lack a word. */
    public function passOver(int $first): void
    {
        $this->lowest = $first;
    }

    /**
     * @param  int  $first  the lowest id that these may have
     * @param  array<int, string>  $texts  by their ids, the newest first
     * @param  ?DifferentWords  $words  gathers theirs; null where nobody wants them
     * @return bool whether all were read: the search may end before
     */
    public function read(int $first, array $texts, ?DifferentWords $words): bool
    {
        foreach ($texts as $id => $text) {
            if ($this->ends()) {
                return false;
            }
            $folded = ($this->wordsOf)($text);
            if ($this->matches($folded)) {
                $this->ids[] = $id;
            }
            $words?->add($folded);
            $this->messagesLeft--;
            $this->bytesLeft -= strlen($text);
            $this->lowest = $id;
        }
        if (! $this->ends()) {
            $this->lowest = $first;
        }

        return true;
    }

    /** @param  string  $words  each behind a space */
    public function matches(string $words): bool
    {
        foreach ($this->begins as $begin) {
            if (! str_contains($words, $begin)) {
                return false;
            }
        }

        return true;
    }
}
