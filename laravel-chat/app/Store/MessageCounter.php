<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connection;

/**
 * The row with the newest id and the newest revision. Whoever moves it on locks it until their transaction ends, so
 * that numbers are given one after the other.
 */
final class MessageCounter
{
    /**
     * Moves the counter on and tells where it is now, in one round trip.
     *
     * @param  'last_id'|'last_rev'  $column
     */
    public static function advance(Connection $db, string $column, int $by): int
    {
        if ($db->getDriverName() === 'sqlite') {
            return (int) $db->scalar(
                "update message_counter set {$column} = {$column} + ? where id = 1 returning {$column}", [$by],
            );
        }
        $db->update("update message_counter set {$column} = last_insert_id({$column} + ?) where id = 1", [$by]);

        return (int) $db->getPdo()->lastInsertId();
    }
}
