<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\FoundMessages;
use App\Chat\Message;
use App\Chat\SearchStore;
use App\Models\Message as Row;
use Closure;
use Illuminate\Database\DatabaseManager;

/** Searches from the newest message down, block by block, and passes over each block that is known to lack a word. */
final class MessageSearch implements SearchStore
{
    public function __construct(
        private readonly DatabaseManager $db,
        private readonly StoreFaults $faults,
        private readonly WordBlocks $blocks,
    ) {
    }

    public function search(array $begins, Closure $wordsOf, ?int $before, int $limit): FoundMessages
    {
        return $this->faults->guard(function () use ($begins, $wordsOf, $before, $limit): FoundMessages {
            $db = $this->db->connection();
            // First: what is read after this is as new as that revision.
            $counter = $db->table('message_counter')->first();
            $newest = (int) ($counter->last_id ?? 0);
            $last = min(($before ?? PHP_INT_MAX) - 1, $newest);
            $blocks = new KnownBlocks($db, $begins);
            $search = new SearchedMessages($begins, $wordsOf, $limit);
            for ($to = $last; $to > 0 && ! $search->ends();) {
                $first = WordBlocks::firstOf($to);
                $lacks = $blocks->lacks($first);
                if ($lacks === true) {
                    $search->passOver($first);
                } else {
                    $isWhole = $to === WordBlocks::lastOf($to) && $lacks === null;
                    $words = $isWhole ? WordBlocks::gathered() : null;
                    $texts = $db->table('messages')->whereBetween('id', [$first, $to])->orderByDesc('id')->pluck('text', 'id');
                    if ($search->read($first, $texts->all(), $words) && $words !== null) {
                        $this->blocks->keep($db, $first, $words, (int) ($counter->last_rev ?? 0));
                    }
                }
                $to = $first - 1;
            }
            // A message may have been changed since it was read: it is looked at as it is shown.
            $isFound = fn (Message $one): bool => $one->text !== null && $search->matches($wordsOf($one->text));

            return new FoundMessages(array_values(array_filter(self::withIds($search->ids), $isFound)), $search->lowest);
        });
    }

    /**
     * @param  list<int>  $ids
     * @return list<Message> those that there are, in rising id order
     */
    private static function withIds(array $ids): array
    {
        $query = Row::withName();
        $query->whereIn('messages.id', $ids)->orderBy('messages.id');
        /** @var list<Row> $rows */
        $rows = $ids === [] ? [] : $query->getModels();

        return array_map(fn (Row $row) => $row->toChat(), $rows);
    }
}
