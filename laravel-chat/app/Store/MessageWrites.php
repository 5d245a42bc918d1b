<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Illuminate\Database\Connection;
use Illuminate\Database\Query\Builder;
use Illuminate\Database\UniqueConstraintViolationException;
use Illuminate\Support\Collection;

/** Stores and changes messages inside a transaction, whose first statement advances the MessageCounter. */
final class MessageWrites
{
    // Each user adds an `or`, and SQLite takes an expression 1,000 deep.
    private const USERS_PER_QUERY = 200;

    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> message_not_found: the message that it replies to is not stored
     */
    public static function insert(Connection $db, array $batch): array
    {
        $first = MessageCounter::Ids->advance($db, count($batch)) - count($batch) + 1;
        $at = now('UTC')->format(MessageRows::TIME_FORMAT);
        try {
            // Nearly always all are new. The unique index tells if one is not, which saves a query each time.
            [$added, $sent] = self::assignIds($batch, [], $first, $at);
            self::insertRows($db, $added, $at);
        } catch (UniqueConstraintViolationException) {
            [$added, $sent] = self::assignIds($batch, self::known($db, $batch), $first, $at);
            self::insertRows($db, $added, $at);
        }
        MessageCounter::Ids->setBack($db, count($batch) - count($added));

        return $sent;
    }

    /**
     * @param  Message  $found  as it was found before the transaction
     * @param  ?string  $text  null: delete it
     * @return Message as it is stored now
     */
    public static function applyChange(Connection $db, Message $found, ?string $text): Message
    {
        $rev = MessageCounter::Revisions->advance($db, 1);
        $current = MessageRows::find($db, $found->id) ?? $found;
        if ($current->isUnchangedBy($text)) {
            MessageCounter::Revisions->setBack($db, 1);

            return $current;
        }
        $row = ['text' => $text ?? MessageRows::DELETED, 'rev' => $rev];
        $db->table('messages')->where('id', $current->id)->update($row);
        if ($current->rev !== null) {
            $db->table('message_changes')->where('rev', $current->rev)->delete();
        }
        $db->table('message_changes')->insert(['rev' => $rev, 'message_id' => $current->id]);

        return $current->withText($text, $rev);
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
     * Uses plain SQL: the query builder would take as long as the rest of the transaction.
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
     * Looks for each user's clientIds separately: one search for all users would compare users times clientIds.
     *
     * @param  non-empty-list<NewMessage>  $batch
     * @return array<string, Message> those that are stored already, by NewMessage::keyOf()
     */
    private static function known(Connection $db, array $batch): array
    {
        $clientIds = collect($batch)->mapToGroups(fn (NewMessage $new) => [(int) $new->userId => $new->clientId]);
        $rows = $clientIds->chunk(self::USERS_PER_QUERY)->flatMap(
            fn (Collection $some) => MessageRows::all($db)->where(function (Builder $where) use ($some): void {
                foreach ($some as $userId => $ids) {
                    $where->orWhere(fn (Builder $one) => $one->where('user_id', $userId)->whereIn('client_id', $ids));
                }
            })->get(),
        );

        return $rows->map(MessageRows::toMessage(...))
            ->keyBy(fn (Message $message) => NewMessage::keyOf($message->userId, $message->clientId))->all();
    }
}
