<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use Illuminate\Support\Facades\DB;
use PDOException;

/** A query that takes as long as it is told to: PDO waits for it, and with PDO the process. */
final class SlowQuery
{
    // MySQL sleeps in steps: each ends before the chat would give the query up.
    private const STEP_MS = 1000;

    /**
     * @return array{by: string}
     *
     * @throws ChatError lab_unavailable: the database is away
     */
    public static function ask(int $ms): array
    {
        try {
            return config('database.default') === 'sqlite' ? self::askSqlite($ms) : self::askMySql($ms);
        } catch (PDOException $fault) {
            throw ChatError::of('lab_unavailable', previous: $fault);
        }
    }

    /** @return array{by: string} */
    private static function askMySql(int $ms): array
    {
        for (; $ms > 0; $ms -= self::STEP_MS) {
            DB::select('select sleep(?)', [min($ms, self::STEP_MS) / 1000]);
        }

        return ['by' => 'PDO, MySQL'];
    }

    /**
     * SQLite is a part of the process that asks, and has no query that waits: this one makes rows until its time is up.
     *
     * @return array{by: string}
     */
    private static function askSqlite(int $ms): array
    {
        $end = hrtime(true) + $ms * 1_000_000;
        DB::getPdo()->sqliteCreateFunction('is_early', static fn (): int => hrtime(true) < $end ? 1 : 0, 0);
        DB::select('with recursive steps (n) as
            (select 1 union all select n + 1 from steps where is_early()) select count(*) from steps');

        return ['by' => 'PDO, SQLite'];
    }
}
