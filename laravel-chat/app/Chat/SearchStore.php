<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use Closure;

/** What the chat asks of a store that can be searched. */
interface SearchStore
{
    /**
     * The newest messages that have all the words, among as many as one search reads.
     *
     * @param  non-empty-list<string>  $begins  of words, each behind a space
     * @param  Closure(string): string  $wordsOf  the words of a text, each behind a space
     * @param  ?int  $before  looks at messages below that id
     *
     * @throws ChatError store_unavailable
     */
    public function search(array $begins, Closure $wordsOf, ?int $before, int $limit): FoundMessages;
}
