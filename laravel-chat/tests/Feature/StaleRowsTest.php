<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Http\Sessions;
use Illuminate\Database\Events\QueryExecuted;
use Illuminate\Support\Facades\DB;
use Tests\TestCase;

/** What clears rows away names them by their keys: ranges that two workers delete at once are a deadlock on MariaDB. */
final class StaleRowsTest extends TestCase
{
    public function test_sessions_that_have_ended_are_deleted_by_their_ids(): void
    {
        $this->member('ann');
        $this->travel(8)->days();
        $this->member('bob');
        $deletes = $this->deletesOf(fn () => $this->assertSame(1, $this->app->make(Sessions::class)->clearEnded()), 'sessions');

        $this->assertSame(['delete from "sessions" where "id" in (?) and ("expires_at" <= ?)'], $deletes);
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
