<?php

declare(strict_types=1);

namespace App\Store;

use Closure;
use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\Query\Builder;

/**
 * Deletes rows that are over, by their ids: found without a lock, and locked in the order of their keys. Two
 * workers that delete the same range lock it by two indexes, and MariaDB ends one of them as a deadlock: a login
 * would fail.
 */
final class StaleRows
{
    // A login waits for it: what a long rest has left goes in turns.
    private const AT_ONCE = 1000;

    /**
     * @param  string  $key  the table's primary key
     * @param  Closure(Builder): mixed  $which  adds its conditions
     * @return int how many
     */
    public static function delete(ConnectionInterface $db, string $table, Closure $which, string $key = 'id'): int
    {
        $ids = $db->table($table)->where($which)->orderBy($key)->limit(self::AT_ONCE)->pluck($key)->all();

        return $ids === [] ? 0 : $db->table($table)->whereIn($key, $ids)->where($which)->delete();
    }
}
