<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\Query\Builder;

/**
 * Deletes expired rows by their keys, which are read first, without a lock. Two workers that deleted the same range
 * would lock it by two indexes, and MariaDB would end one as a deadlock: a login would fail.
 */
final class ExpiredRows
{
    // A login waits for it, so few logins delete, and each not too much.
    private const LOGINS_PER_PRUNE = 100;

    private const ROWS_PER_PRUNE = 1000;

    /**
     * @param  string  $expiry  the column with the second in which a row expires
     * @param  string  $key  the table's primary key
     */
    public static function prune(ConnectionInterface $db, string $table, string $expiry, string $key): void
    {
        if (random_int(1, self::LOGINS_PER_PRUNE) > 1) {
            return;
        }
        $isExpired = fn (Builder $rows) => $rows->where($expiry, '<=', now()->getTimestamp());
        $keys = $db->table($table)->where($isExpired)->orderBy($key)->limit(self::ROWS_PER_PRUNE)->pluck($key)->all();
        if ($keys !== []) {
            $db->table($table)->whereIn($key, $keys)->where($isExpired)->delete();
        }
    }
}
