<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\Page;
use Closure;
use Illuminate\Database\Connection;
use Illuminate\Database\Query\Builder;
use PDOException;

/** Messages in SQL: ids dense and in commit order, one row per (user, clientId). */
final class Messages implements MessageStore
{
    private const SQLITE_BUSY = 5;

    public function __construct(private readonly StoreConnection $store)
    {
    }

    public function append(array $batch): array
    {
        return $this->store->transaction(fn (Connection $db) => MessageWrites::insert($db, $batch));
    }

    public function after(int $id, int $limit): Page
    {
        return $this->read(fn (Connection $db) => MessageRows::all($db)
            ->where('messages.id', '>', $id)->orderBy('messages.id'), $limit);
    }

    public function before(?int $id, int $limit): Page
    {
        $page = $this->read(fn (Connection $db) => MessageRows::all($db)
            ->when($id !== null, fn (Builder $rows) => $rows->where('messages.id', '<', $id))
            ->orderByDesc('messages.id'), $limit);

        return new Page(array_reverse($page->messages), $page->more);
    }

    public function find(int $id): ?Message
    {
        return $this->store->run(fn (Connection $db) => MessageRows::find($db, $id));
    }

    public function applyChange(Message $found, ?string $text): Message
    {
        return $this->store->transaction(fn (Connection $db) => MessageWrites::applyChange($db, $found, $text));
    }

    public function changedAfter(int $rev, int $limit): Page
    {
        return $this->read(fn (Connection $db) => MessageRows::changed($db)
            ->where('message_changes.rev', '>', $rev)->orderBy('message_changes.rev'), $limit);
    }

    public function position(): array
    {
        $counter = $this->store->run(fn (Connection $db) => $db->table('message_counter')->first());

        return [(int) ($counter->last_id ?? 0), (int) ($counter->last_rev ?? 0)];
    }

    /** Throws if the store takes no writes: a read-only server or file refuses even an update of no row. */
    public function checkWritable(): void
    {
        $this->store->run(function (Connection $db): void {
            try {
                $db->table('message_counter')->where('id', 0)->update(['last_id' => 0]);
            } catch (PDOException $fault) {
                // Another worker is storing right now.
                if (($fault->errorInfo[1] ?? null) !== self::SQLITE_BUSY) {
                    throw $fault;
                }
            }
        });
    }

    /** @param  Closure(Connection): Builder  $query */
    private function read(Closure $query, int $limit): Page
    {
        // One more than asked for tells whether there are more.
        $rows = $this->store->run(fn (Connection $db) => $query($db)->limit($limit + 1)->get());

        return new Page(
            array_values($rows->take($limit)->map(MessageRows::toMessage(...))->all()), $rows->count() > $limit,
        );
    }
}
