<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowances;
use App\Chat\Limits\SearchTurns;
use App\ChatError;

final class SearchMessages
{
    private const BUSY_SECONDS = 1.0;

    public function __construct(
        private readonly SearchStore $messages,
        private readonly Allowances $allowances,
        private readonly SearchTurns $turns,
    ) {
    }

    /**
     * The newest messages that have all the words.
     *
     * @param  string  $userId who searches
     * @param  ?int  $before  looks at messages below that id
     *
     * @throws ChatError search_invalid, too_many_searches, store_unavailable
     */
    public function handle(string $userId, string $text, ?int $before, int $limit): FoundMessages
    {
        $begins = array_map(fn (string $word): string => " {$word}", Words::searched($text));
        $wait = $this->allowances->take($userId);
        if ($wait > 0) {
            throw ChatError::tooMany('too_many_searches', $wait);
        }
        $wordsOf = Words::load()->folded(...);

        return $this->turns->run(fn () => $this->messages->search($begins, $wordsOf, $before, $limit))
            ?? throw ChatError::tooMany('too_many_searches', self::BUSY_SECONDS);
    }
}
