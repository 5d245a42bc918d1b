<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message as ChatMessage;
use App\Models\Message;
use Illuminate\Database\Connection;

/**
 * Changes a message inside a transaction. Its first statement locks the counter row, so that revisions are given one
 * after the other, and what is read behind it stays so.
 */
final class MessageChanges
{
    public static function store(Connection $db, ChatMessage $found, ?string $text): ChatMessage
    {
        $rev = MessageCounter::advance($db, 'last_rev', 1);
        $from = self::read($found->id) ?? $found;
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

    public static function read(int $id): ?ChatMessage
    {
        $query = Message::withName();
        $query->where('messages.id', $id);
        $message = $query->first();

        return $message instanceof Message ? $message->toChat() : null;
    }
}
