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
    public function test_sessions_that_have_ended_are_deleted_by_their_ids(): void
    {
        $this->member('ann');
        $this->travel(2)->minutes();
        $this->member('bob');
        $handler = new ChatSessionHandler(DB::connection(), 'sessions', 1);
        $deletes = $this->deletesOf(fn () => $this->assertSame(1, $handler->gc(60)), 'sessions');

        $this->assertSame(['delete from "sessions" where "id" in (?) and ("last_activity" < ?)'], $deletes);
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
