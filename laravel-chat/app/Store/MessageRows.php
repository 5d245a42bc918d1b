<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message;
use Illuminate\Database\Connection;
use Illuminate\Database\Query\Builder;
use stdClass;

/** Rows of messages, each with the name of its author. A search reads 10,000 of them, too many for Eloquent. */
final class MessageRows
{
    /** The time is UTC. */
    public const TIME_FORMAT = 'Y-m-d H:i:s.v';

    /** The text of a message that was deleted: no message is empty. */
    public const DELETED = '';

    /** Joins the users from the left: with an inner join MariaDB may begin with the users, and sort all messages. */
    public static function all(Connection $db): Builder
    {
        return self::withAuthors($db->table('messages'));
    }

    /** Changed messages. The query begins with message_changes: MariaDB reads it in order, and ends at the limit. */
    public static function changed(Connection $db): Builder
    {
        return self::withAuthors(
            $db->table('message_changes')->join('messages', 'messages.id', '=', 'message_changes.message_id'),
        );
    }

    public static function find(Connection $db, int $id): ?Message
    {
        /** @var ?stdClass $row */
        $row = self::all($db)->where('messages.id', $id)->first();

        return $row === null ? null : self::toMessage($row);
    }

    public static function toMessage(stdClass $row): Message
    {
        return new Message(
            (int) $row->id,
            (string) $row->user_id,
            $row->user_name,
            $row->text === self::DELETED ? null : $row->text,
            self::isoTime($row->sent_at),
            $row->client_id,
            $row->reply_to === null ? null : (int) $row->reply_to,
            $row->rev === null ? null : (int) $row->rev,
        );
    }

    /** @param  string  $at  in TIME_FORMAT */
    public static function isoTime(string $at): string
    {
        return str_replace(' ', 'T', $at).'Z';
    }

    private static function withAuthors(Builder $rows): Builder
    {
        return $rows->leftJoin('users', 'users.id', '=', 'messages.user_id')
            ->select('messages.*', 'users.name as user_name');
    }
}
