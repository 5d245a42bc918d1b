<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Store\ChatSessionHandler;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Support\Facades\DB;
use Tests\TestCase;

/** What clears rows away names them by their keys: ranges that two workers delete at once are a deadlock on MariaDB. */
final class StaleRowsTest extends TestCase
{
    public function test_attempts_that_count_no_longer_are_deleted_by_their_ids(): void
    {
        foreach ([-61_000, -3_600_000, 11_000] as $away) {
            DB::table('failed_logins')->insert(['key' => 'k', 'at' => now()->getTimestampMs() + $away]);
        }
        $deletes = $this->deletesOf(fn () => $this->member('ann'), 'failed_logins');

        $this->assertDatabaseCount('failed_logins', 0);
        $this->assertSame(['delete from "failed_logins" where "id" in (?, ?, ?)', 'delete from "failed_logins" where "id" in (?, ?)'], $deletes);
    }

    public function test_where_nothing_is_out_of_date_nothing_is_deleted_but_what_was_reserved(): void
    {
        DB::table('failed_logins')->insert(['key' => 'k', 'at' => now()->getTimestampMs() - 30_000]);

        $this->assertSame(['delete from "failed_logins" where "id" in (?, ?)'], $this->deletesOf(fn () => $this->member('ann'), 'failed_logins'));
        $this->assertDatabaseCount('failed_logins', 1);
    }

    public function test_sessions_that_have_ended_are_deleted_by_their_ids(): void
    {
        $this->member('ann');
        $this->travel(2)->minutes();
        $this->member('bob');
        $handler = new ChatSessionHandler(DB::connection(), 'sessions', 1);
        $deletes = $this->deletesOf(fn () => $this->assertSame(1, $handler->gc(60)), 'sessions');

        $this->assertSame(['delete from "sessions" where "id" in (?)'], $deletes);
        $this->assertDatabaseCount('sessions', 1);
    }

    /** @return list<string> */
    private function deletesOf(callable $work, string $table): array
    {
        $deletes = [];
        DB::listen(function (QueryExecuted $query) use (&$deletes, $table): void {
            if (str_starts_with($query->sql, "delete from \"{$table}\"")) {
                $deletes[] = $query->sql;
            }
        });
        $work();

        return $deletes;
    }
}
