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
 * Inserts messages inside a transaction. Its first statement locks the counter row: a second transaction waits there,
 * and then reads what the first has committed. So ids are dense and in commit order, and each (user, clientId) has one
 * row.
 */
final class MessageBatch
{
    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> message_not_found: it replies to none that is stored
     */
    public static function insert(Connection $db, array $batch): array
    {
        $first = MessageCounter::advance($db, 'last_id', count($batch)) - count($batch) + 1;

        $at = now('UTC')->format(MessageRows::TIME_FORMAT);
        try {
            // Nearly always all are new. The unique index says when one is not: cheaper than a query each time.
            [$rows, $sent] = self::place($batch, [], $first, $at);
            $rows === [] || self::insertRows($db, $rows);
        } catch (UniqueConstraintViolationException) {
            [$rows, $sent] = self::place($batch, self::known($db, $batch), $first, $at);
            $rows === [] || self::insertRows($db, $rows);
        }
        if (count($rows) < count($batch)) {
            $db->table('message_counter')->where('id', 1)->update(['last_id' => $first + count($rows) - 1]);
        }

        return $sent;
    }

    /**
     * In plain SQL: the query builder would take as long as the rest of the transaction.
     *
     * @param  list<array{int, int, string, string, string, ?int}>  $rows  one at least
     */
    private static function insertRows(Connection $db, array $rows): void
    {
        $values = implode(', ', array_fill(0, count($rows), '(?, ?, ?, ?, ?, ?)'));
        $columns = 'id, user_id, text, client_id, sent_at, reply_to';
        $db->insert("insert into messages ($columns) values $values", array_merge(...$rows));
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @param  array<string, Message>  $known  by NewMessage::$key
     * @return array{list<array{int, int, string, string, string, ?int}>, list<Sent|ChatError>} the rows to insert, and
     *   the answers
     */
    private static function place(array $batch, array $known, int $first, string $at): array
    {
        $rows = $sent = [];
        foreach ($batch as $new) {
            if ($new->replyTo >= $first) { // ids are dense: it is not stored yet
                $sent[] = ChatError::of('message_not_found', 'replyTo');

                continue;
            }
            $key = $new->key;
            $isNew = ! isset($known[$key]);
            if ($isNew) {
                $id = $first + count($rows);
                $rows[] = [$id, (int) $new->userId, $new->text, $new->clientId, $at, $new->replyTo];
                $time = MessageRows::isoTime($at);
                $known[$key] = new Message(
                    $id, $new->userId, $new->userName, $new->text, $time, $new->clientId, $new->replyTo,
                );
            }
            $sent[] = new Sent($known[$key], $isNew);
        }

        return [$rows, $sent];
    }

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return array<string, Message> those that are stored already, by NewMessage::$key
     */
    private static function known(Connection $db, array $batch): array
    {
        $clientIds = [];
        foreach ($batch as $new) {
            $clientIds[(int) $new->userId][] = $new->clientId;
        }
        $known = [];
        // SQLite takes expressions up to 1000 deep, and each further "or" is one deeper.
        foreach (array_chunk($clientIds, 200, preserve_keys: true) as $some) {
            $where = $bindings = [];
            foreach ($some as $userId => $ids) {
                $where[] = 'user_id = ? and client_id in ('.implode(', ', array_fill(0, count($ids), '?')).')';
                array_push($bindings, $userId, ...$ids);
            }
            $rows = MessageRows::all($db)->whereRaw('('.implode(') or (', $where).')', $bindings)->get();
            foreach ($rows->map(MessageRows::toMessage(...)) as $message) {
                $known["{$message->userId} {$message->clientId}"] = $message;
            }
        }

        return $known;
    }
}
