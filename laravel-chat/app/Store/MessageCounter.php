<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connection;

/**
 * The row with the newest id and the newest revision. Advancing it locks it until the transaction ends, so that numbers
 * follow each other in the order of commits.
 */
final class MessageCounter
{
    /**
     * In one round trip.
     *
     * @param  'last_id'|'last_rev'  $column
     * @return int its new value
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
