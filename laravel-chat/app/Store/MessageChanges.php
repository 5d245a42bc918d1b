<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message;
use Illuminate\Database\Connection;
use stdClass;

/**
 * Changes a message inside a transaction. Its first statement locks the counter row, so that revisions follow each
 * other, and nobody else changes the message that is read next.
 */
final class MessageChanges
{
    public static function store(Connection $db, Message $found, ?string $text): Message
    {
        $rev = MessageCounter::advance($db, 'last_rev', 1);
        $from = self::read($db, $found->id) ?? $found;
        if ($from->isNow($text)) {
            $db->table('message_counter')->where('id', 1)->decrement('last_rev');

            return $from;
        }
        $row = ['text' => $text ?? MessageRows::DELETED, 'rev' => $rev];
        $db->table('messages')->where('id', $from->id)->update($row);
        if ($from->rev !== null) {
            $db->table('message_changes')->where('rev', $from->rev)->delete();
        }
        $db->table('message_changes')->insert(['rev' => $rev, 'message_id' => $from->id]);

        return $from->withText($text, $rev);
    }

    public static function read(Connection $db, int $id): ?Message
    {
        /** @var ?stdClass $row */
        $row = MessageRows::all($db)->where('messages.id', $id)->first();

        return $row === null ? null : MessageRows::toMessage($row);
    }
}
