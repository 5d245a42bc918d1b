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
     * @param  bool  $gathers  whether the words are wanted
     * @return ?array<array-key, true> the words of all of them; null where the search ended before, or nobody wants them
     */
    public function read(int $first, array $texts, bool $gathers): ?array
    {
        $all = [];
        foreach ($texts as $id => $text) {
            if ($this->ends()) {
                return null;
            }
            $words = ($this->wordsOf)($text);
            if ($this->matches($words)) {
                $this->ids[] = $id;
            }
            if ($gathers) {
                foreach (explode(' ', $words) as $word) {
                    $all[$word] = true;
                }
            }
            $this->messagesLeft--;
            $this->bytesLeft -= strlen($text);
            $this->lowest = $id;
        }
        if (! $this->ends()) {
            $this->lowest = $first;
        }

        return $gathers ? $all : null;
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
