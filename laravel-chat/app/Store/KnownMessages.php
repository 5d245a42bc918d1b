<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Message as ChatMessage;
use App\Chat\NewMessage;
use App\Models\Message;
use Illuminate\Database\Connection;

/** The messages that the store already has under the clientIds of a batch. */
final class KnownMessages
{
    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return array<string, ChatMessage> by NewMessage::$key
     */
    public static function of(Connection $db, array $batch): array
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
            $rows = $db->table('messages')->leftJoin('users', 'users.id', '=', 'messages.user_id')
                ->whereRaw('('.implode(') or (', $where).')', $bindings)
                ->get(['messages.*', 'users.name as user_name']);
            foreach ($rows as $row) {
                $message = (new Message)->newFromBuilder((array) $row)->toChat();
                $known["{$message->userId} {$message->clientId}"] = $message;
            }
        }

        return $known;
    }
}
