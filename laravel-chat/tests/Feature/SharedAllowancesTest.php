<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Limits\SharedAllowances;
use Tests\TestCase;

/** The file in which workers count pages together. */
final class SharedAllowancesTest extends TestCase
{
    private string $file;

    protected function setUp(): void
    {
        parent::setUp();
        $this->file = config('chat.data').'/pages-allowances';
        $this->travelTo('2026-01-31 12:00:00');
    }

    public function test_another_worker_goes_on_counting(): void
    {
        $this->assertSame(60, $this->taken('7', 60));
        $this->assertSame(40, $this->taken('7', 60));
    }

    public function test_users_who_share_a_set_have_allowances_of_their_own(): void
    {
        foreach (range(0, 7) as $n) {
            $this->assertSame(100, $this->taken((string) (7 + $n * 1024), 101));
        }
        foreach (range(0, 7) as $n) {
            $this->assertSame(0, $this->taken((string) (7 + $n * 1024), 1));
        }
    }

    public function test_the_file_stays_small_whoever_reads(): void
    {
        foreach (range(1, 20_000, 7) as $user) {
            $this->assertSame(1, $this->taken((string) $user, 1));
        }
        clearstatcache();
        $this->assertLessThanOrEqual(128 * 1024, filesize($this->file));
    }

    public function test_a_clock_set_back_takes_nobodys_allowance_away(): void
    {
        $this->taken('7', 101);
        $this->travelTo('2026-01-31 11:00:00');
        $this->assertSame(100, $this->taken('7', 101));
    }

    public function test_a_worker_that_looked_at_the_clock_before_another_gives_no_allowance_anew(): void
    {
        $this->taken('7', 101);
        $this->travelTo('2026-01-31 11:59:59.900');
        $this->assertSame(0, $this->taken('7', 1));
    }

    public function test_a_file_that_cannot_be_written_or_makes_no_sense_lets_everybody_read(): void
    {
        file_put_contents($this->file, 'xyz');
        $this->assertSame(1, $this->taken('0', 1));
        $this->assertSame(0.0, (new SharedAllowances('/nowhere/at/all', 20, 100))->take('7'));
    }

    public function test_a_token_given_back_can_be_taken_again_and_no_more(): void
    {
        $this->taken('7', 100);
        $this->allowances()->giveBack('7');
        $this->assertSame(1, $this->taken('7', 3));
    }

    public function test_more_users_of_a_set_than_it_has_entries_share_what_is_left(): void
    {
        foreach (range(0, 6) as $n) {
            $this->taken((string) (7 + $n * 1024), 100);
        }
        $taken = 0;
        for ($i = 0; $i < 200; $i++) {
            $taken += $this->taken((string) (7 + 7 * 1024), 1) + $this->taken((string) (7 + 8 * 1024), 1);
        }
        $this->assertSame(100, $taken);
    }

    public function test_a_token_given_back_by_a_user_who_lost_the_bucket_goes_to_nobody(): void
    {
        foreach (range(0, 7) as $n) {
            $this->taken((string) (7 + $n * 1024), 100);
        }
        $this->allowances()->giveBack((string) (7 + 8 * 1024));
        foreach (range(0, 7) as $n) {
            $this->assertSame(0, $this->taken((string) (7 + $n * 1024), 1));
        }
    }

    private function allowances(): SharedAllowances
    {
        return new SharedAllowances($this->file, 20, 100); // as another worker has it
    }

    private function taken(string $userId, int $times): int
    {
        $allowances = $this->allowances();
        $taken = 0;
        for ($i = 0; $i < $times; $i++) {
            $taken += $allowances->take($userId) === 0.0 ? 1 : 0;
        }

        return $taken;
    }
}
