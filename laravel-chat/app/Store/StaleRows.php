<?php

declare(strict_types=1);

namespace App\Store;

use Closure;
use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\Query\Builder;

/**
 * Deletes expired rows by their keys, which are read first, without a lock. Two workers that deleted the same range
 * would lock it by two indexes, and MariaDB would end one as a deadlock: a login would fail.
 */
final class StaleRows
{
    // A login waits for it: the rest goes with later logins.
    private const AT_ONCE = 1000;

    /**
     * @param  string  $key  the table's primary key
     * @param  Closure(Builder): mixed  $which  adds its conditions
     */
    public static function delete(ConnectionInterface $db, string $table, Closure $which, string $key = 'id'): void
    {
        $ids = $db->table($table)->where($which)->orderBy($key)->limit(self::AT_ONCE)->pluck($key)->all();

        $ids === [] || $db->table($table)->whereIn($key, $ids)->where($which)->delete();
    }
}
