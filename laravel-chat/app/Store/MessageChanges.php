<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\ChangeStore;
use App\Chat\Message as ChatMessage;
use App\Chat\Page;
use App\Models\Message;
use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;

/** Edited and deleted messages in SQL: revisions dense and in commit order, whoever changes what. */
final class MessageChanges implements ChangeStore
{
    // A deadlock or a lock timeout rolled everything back: the same change may simply be tried again.
    private const TRIES = 3;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    public function find(int $id): ?ChatMessage
    {
        return $this->faults->guard(fn () => $this->read($id));
    }

    public function change(ChatMessage $found, ?string $text): ChatMessage
    {
        return $this->faults->guard(fn () => $this->db->connection()->transaction(fn (Connection $db) => $this->store($db, $found, $text), self::TRIES));
    }

    public function after(int $rev, int $limit): Page
    {
        $query = Message::changed();
        $query->where('message_changes.rev', '>', $rev)->orderBy('message_changes.rev')->limit($limit + 1);
        /** @var list<Message> $rows */
        $rows = $this->faults->guard(fn () => $query->getModels());

        return new Page(array_map(fn (Message $row) => $row->toChat(), array_slice($rows, 0, $limit)), count($rows) > $limit);
    }

    /**
     * Runs inside a transaction. Its first statement locks the counter row, so that revisions are given one after the other, and what is read
     * behind it stays so.
     */
    private function store(Connection $db, ChatMessage $found, ?string $text): ChatMessage
    {
        $rev = MessageCounter::advance($db, 'last_rev', 1);
        $from = $this->read($found->id) ?? $found;
        if ($from->isNow($text)) {
            $db->table('message_counter')->where('id', 1)->decrement('last_rev');

            return $from;
        }
        $db->table('messages')->where('id', $from->id)->update(['text' => $text ?? Message::DELETED, 'rev' => $rev]);
        if ($from->rev !== null) {
            $db->table('message_changes')->where('rev', $from->rev)->delete();
        }
        $db->table('message_changes')->insert(['rev' => $rev, 'message_id' => $from->id]);

        return $from->withText($text, $rev);
    }

    private function read(int $id): ?ChatMessage
    {
        $query = Message::withName();
        $query->where('messages.id', $id);
        $message = $query->first();

        return $message instanceof Message ? $message->toChat() : null;
    }
}
