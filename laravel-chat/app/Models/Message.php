<?php

declare(strict_types=1);

namespace App\Models;

use App\Chat\Message as ChatMessage;
use Illuminate\Database\Eloquent\Builder;
use Illuminate\Database\Eloquent\Model;

/**
 * @property int $id
 * @property int $user_id
 * @property string $user_name from users, by withName()
 * @property string $text empty where the message was deleted: no message is
 * @property string $client_id
 * @property ?int $reply_to the id of an earlier message
 * @property ?int $rev of its newest change
 * @property string $sent_at UTC, as `2026-01-31 12:00:00.000`
 */
final class Message extends Model
{
    public const TIME_FORMAT = 'Y-m-d H:i:s.v';

    public const DELETED = '';

    protected $table = 'messages';

    public $incrementing = false;

    public $timestamps = false;

    protected $guarded = [];

    /**
     * Messages with the name of who sent them. A left join, so that messages lead: MariaDB may begin with the users
     * else, and sort all.
     */
    public static function withName(): Builder
    {
        $query = self::query();
        $query->leftJoin('users', 'users.id', '=', 'messages.user_id')->select('messages.*', 'users.name as user_name');

        return $query;
    }

    /**
     * Messages that were changed, with the name of who sent them. What changed leads: MariaDB reads it in its order and
     * stops at a limit.
     */
    public static function changed(): Builder
    {
        $query = self::query();
        $query->from('message_changes')->join('messages', 'messages.id', '=', 'message_changes.message_id')
            ->leftJoin('users', 'users.id', '=', 'messages.user_id')->select('messages.*', 'users.name as user_name');

        return $query;
    }

    public function toChat(): ChatMessage
    {
        return new ChatMessage(
            (int) $this->id,
            (string) $this->user_id,
            $this->user_name,
            $this->text === self::DELETED ? null : $this->text,
            str_replace(' ', 'T', $this->sent_at).'Z',
            $this->client_id,
            $this->reply_to === null ? null : (int) $this->reply_to,
            $this->rev === null ? null : (int) $this->rev,
        );
    }
}
