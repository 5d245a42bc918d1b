<?php

declare(strict_types=1);

namespace Tests\App\Chat\Limits;

use App\Chat\Limits\Limit;
use App\Chat\Limits\LocalAllowance;
use App\ChatError;
use App\Clock;
use PHPUnit\Framework\TestCase;

final class LocalAllowanceTest extends TestCase
{
    public function test_a_user_takes_the_limit_in_each_window_and_other_users_theirs(): void
    {
        Clock::$stoppedAt = 100.0;
        $allowance = new LocalAllowance(Limit::Searches);
        $this->assertSame(Limit::Searches->max(), $this->takesOf('1', $allowance));
        $this->assertSame(Limit::Searches->max(), $this->takesOf('2', $allowance));
        Clock::$stoppedAt += Limit::Searches->seconds() - 0.1;
        $this->assertSame(0, $this->takesOf('1', $allowance));
        Clock::$stoppedAt += 0.1;
        $this->assertSame(Limit::Searches->max(), $this->takesOf('1', $allowance));
    }

    protected function tearDown(): void
    {
        Clock::$stoppedAt = null;
    }

    /** How often the user may now, up to one more than the limit. */
    private function takesOf(string $userId, LocalAllowance $allowance): int
    {
        for ($taken = 0; $taken <= Limit::Searches->max(); $taken++) {
            try {
                $allowance->take($userId);
            } catch (ChatError $refusal) {
                $this->assertSame('too_many_searches', $refusal->errorCode);

                break;
            }
        }

        return $taken;
    }
}
