<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connection;

/**
 * The row with the newest id and revision. A transaction advances it first, and so locks it: a second transaction waits
 * there, and then reads what the first has committed. So both rise without a gap, in the order of the commits.
 */
enum MessageCounter: string
{
    case Ids = 'last_id';
    case Revisions = 'last_rev';

    /** @return int its new value, in one round trip */
    public function advance(Connection $db, int $by): int
    {
        $column = $this->value;
        if ($db->getDriverName() === 'sqlite') {
            return (int) $db->scalar(
                "update message_counter set {$column} = {$column} + ? where id = 1 returning {$column}", [$by],
            );
        }
        $db->update("update message_counter set {$column} = last_insert_id({$column} + ?) where id = 1", [$by]);

        return (int) $db->getPdo()->lastInsertId();
    }

    /** Gives back what the transaction did not use. */
    public function setBack(Connection $db, int $by): void
    {
        if ($by > 0) {
            $db->table('message_counter')->where('id', 1)->decrement($this->value, $by);
        }
    }
}
