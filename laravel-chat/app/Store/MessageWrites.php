<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Illuminate\Database\Connection;
use Illuminate\Database\UniqueConstraintViolationException;

/**
 * Stores and changes messages inside a transaction. Its first statement advances the counter and so locks its row: a
 * second transaction waits there, and then reads what the first has committed. So ids and revisions are dense and in
 * the order of commits, and each (user, clientId) has one row.
 */
final class MessageWrites
{
    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> message_not_found: it replies to none that is stored
     */
    public static function insert(Connection $db, array $batch): array
    {
        $first = self::advance($db, 'last_id', count($batch)) - count($batch) + 1;
        $at = now('UTC')->format(MessageRows::TIME_FORMAT);
        try {
            // Nearly always all are new. The unique index says when one is not: cheaper than a query each time.
            [$added, $sent] = self::assignIds($batch, [], $first, $at);
            self::insertRows($db, $added, $at);
        } catch (UniqueConstraintViolationException) {
            [$added, $sent] = self::assignIds($batch, self::known($db, $batch), $first, $at);
            self::insertRows($db, $added, $at);
        }
        if (count($added) < count($batch)) {
            self::setBack($db, 'last_id', count($batch) - count($added));
        }

        return $sent;
    }

    /**
     * @param  Message  $found  as it was found before the transaction
     * @param  ?string  $text  null: delete it
     * @return Message as it is stored now
     */
    public static function change(Connection $db, Message $found, ?string $text): Message
    {
        $rev = self::advance($db, 'last_rev', 1);
        $from = MessageRows::find($db, $found->id) ?? $found;
        if ($from->isUnchangedBy($text)) {
            self::setBack($db, 'last_rev', 1);

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

    /**
     * In one round trip.
     *
     * @param  'last_id'|'last_rev'  $column
     * @return int its new value
     */
    private static function advance(Connection $db, string $column, int $by): int
    {
        if ($db->getDriverName() === 'sqlite') {
            return (int) $db->scalar(
                "update message_counter set {$column} = {$column} + ? where id = 1 returning {$column}", [$by],
            );
        }
        $db->update("update message_counter set {$column} = last_insert_id({$column} + ?) where id = 1", [$by]);

        return (int) $db->getPdo()->lastInsertId();
    }

    /** @param  'last_id'|'last_rev'  $column */
    private static function setBack(Connection $db, string $column, int $by): void
    {
        $db->table('message_counter')->where('id', 1)->decrement($column, $by);
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @param  array<string, Message>  $known  by NewMessage::keyOf()
     * @param  string  $at  in MessageRows::TIME_FORMAT
     * @return array{list<Message>, list<Sent|ChatError>} the messages to insert, and the answers
     */
    private static function assignIds(array $batch, array $known, int $first, string $at): array
    {
        $added = $sent = [];
        $time = MessageRows::isoTime($at);
        foreach ($batch as $new) {
            if ($new->replyTo >= $first) { // ids are dense: it is not stored yet
                $sent[] = ChatError::of('message_not_found', 'replyTo');

                continue;
            }
            $key = NewMessage::keyOf($new->userId, $new->clientId);
            $isNew = ! isset($known[$key]);
            if ($isNew) {
                $added[] = $known[$key] = $new->toMessage($first + count($added), $time);
            }
            $sent[] = new Sent($known[$key], $isNew);
        }

        return [$added, $sent];
    }

    /**
     * In plain SQL: the query builder would take as long as the rest of the transaction.
     *
     * @param  list<Message>  $messages
     * @param  string  $at  in MessageRows::TIME_FORMAT
     */
    private static function insertRows(Connection $db, array $messages, string $at): void
    {
        if ($messages === []) {
            return;
        }
        $values = implode(', ', array_fill(0, count($messages), '(?, ?, ?, ?, ?, ?)'));
        $bindings = [];
        foreach ($messages as $new) {
            array_push($bindings, $new->id, (int) $new->userId, $new->text, $new->clientId, $at, $new->replyTo);
        }
        $db->insert("insert into messages (id, user_id, text, client_id, sent_at, reply_to) values $values", $bindings);
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return array<string, Message> those that are stored already, by NewMessage::keyOf()
     */
    private static function known(Connection $db, array $batch): array
    {
        $clientIds = [];
        foreach ($batch as $new) {
            $clientIds[(int) $new->userId][] = $new->clientId;
        }
        $known = [];
        // A look-up of all users by all clientIds would be users times clientIds. SQLite takes an "or" 1,000 deep.
        foreach (array_chunk($clientIds, 200, preserve_keys: true) as $some) {
            $where = $bindings = [];
            foreach ($some as $userId => $ids) {
                $where[] = 'user_id = ? and client_id in ('.implode(', ', array_fill(0, count($ids), '?')).')';
                array_push($bindings, $userId, ...$ids);
            }
            $rows = MessageRows::all($db)->whereRaw('('.implode(') or (', $where).')', $bindings)->get();
            foreach ($rows->map(MessageRows::toMessage(...)) as $message) {
                $known[NewMessage::keyOf($message->userId, $message->clientId)] = $message;
            }
        }

        return $known;
    }
}
