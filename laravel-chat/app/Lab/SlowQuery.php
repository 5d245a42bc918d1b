<?php

declare(strict_types=1);

namespace App\Lab;

use Illuminate\Support\Facades\DB;
use PDO;

/** A query that takes as long as it is told to: PDO waits for it, and with PDO the process. */
final class SlowQuery
{
    // s; longer than the slowest, where the chat gives a database up after 2
    private const PATIENCE = 15;

    /** @return array{by: string} */
    public static function ask(int $ms): array
    {
        return config('database.default') === 'sqlite' ? self::askSqlite($ms) : self::askMySql($ms);
    }

    /**
     * SQLite is a part of the process that asks, and has no query that waits: this one makes rows until its time is up.
     *
     * @return array{by: string}
     */
    private static function askSqlite(int $ms): array
    {
        $database = DB::connection();
        $end = hrtime(true) + $ms * 1_000_000;
        $database->getPdo()->sqliteCreateFunction('is_early', static fn (): int => hrtime(true) < $end ? 1 : 0, 0);
        $database->select('with recursive steps (n) as
            (select 1 union all select n + 1 from steps where is_early()) select count(*) from steps');

        return ['by' => 'PDO, SQLite'];
    }

    /**
     * The server waits, on a connection of its own: those of the chat are given up when they are silent.
     *
     * @return array{by: string}
     */
    private static function askMySql(int $ms): array
    {
        $config = config('database.connections.'.config('database.default'));
        $options = [PDO::ATTR_PERSISTENT => false] + $config['options'];
        config(['database.connections.lab' => ['options' => $options] + $config]);
        $patience = ini_set('mysqlnd.net_read_timeout', (string) self::PATIENCE); // read when it connects
        try {
            DB::connection('lab')->select('select sleep(?)', [$ms / 1000]);
        } finally {
            DB::purge('lab');
            ini_set('mysqlnd.net_read_timeout', (string) $patience);
        }

        return ['by' => 'PDO, MySQL'];
    }
}
