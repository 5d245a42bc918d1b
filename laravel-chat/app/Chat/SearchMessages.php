<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowance;
use App\ChatError;
use App\Contract;

final class SearchMessages
{
    // A read takes so many messages; searchedMessagesMax is a multiple of it.
    private const READ_MAX = 500;

    public function __construct(private readonly MessageStore $messages, private readonly Allowance $allowance)
    {
    }

    /**
     * The newest messages with all the words. Reads from the newest down, until it has found $limit messages or has
     * read searchedMessagesMax.
     *
     * @param  string  $userId  of the searcher
     * @param  ?int  $before  only messages with a lower id
     *
     * @throws ChatError search_invalid, too_many_searches, store_unavailable
     */
    public function __invoke(string $userId, string $text, ?int $before, int $limit): Page
    {
        $wordStarts = array_map(fn (string $word): string => " {$word}", Words::searched($text));
        $this->allowance->take($userId);
        $found = [];
        for ($left = Contract::limit('searchedMessagesMax'); $left > 0; $left -= self::READ_MAX) {
            $page = $this->messages->before($before, self::READ_MAX);
            foreach (array_reverse($page->messages) as $message) {
                $before = $message->id;
                if (self::matches($message, $wordStarts) && array_unshift($found, $message) === $limit) {
                    return self::page($found, $before);
                }
            }
            if (! $page->more) {
                return self::page($found, 1);
            }
        }

        return self::page($found, (int) $before);
    }

    /** @param  list<Message>  $messages  in rising id order */
    private static function page(array $messages, int $searchedTo): Page
    {
        return new Page($messages, $searchedTo > 1, $searchedTo);
    }

    /** @param  non-empty-list<string>  $wordStarts  each behind a space */
    private static function matches(Message $message, array $wordStarts): bool
    {
        $words = Words::folded($message->text ?? '');
        foreach ($wordStarts as $start) {
            if (! str_contains($words, $start)) {
                return false;
            }
        }

        return true;
    }
}
