<?php

declare(strict_types=1);

namespace Tests\App\Store;

use App\Chat\Limits\Limit;
use App\ChatError;
use App\Store\CachedAllowance;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\Repository;
use PHPUnit\Framework\TestCase;

final class CachedAllowanceTest extends TestCase
{
    public function test_two_workers_count_a_user_together_and_other_users_and_limits_apart(): void
    {
        $cache = new Repository(new ArrayStore());
        $worker = new CachedAllowance(new RateLimiter($cache), Limit::Searches);
        $otherWorker = new CachedAllowance(new RateLimiter($cache), Limit::Searches);
        $pages = new CachedAllowance(new RateLimiter($cache), Limit::Pages);
        for ($i = 0; $i < Limit::Searches->max(); $i++) {
            ($i % 2 === 0 ? $worker : $otherWorker)->take('1');
            $pages->take('1');
        }
        $otherWorker->take('2');

        try {
            $worker->take('1');
        } catch (ChatError $error) {
            $this->assertSame('too_many_searches', $error->errorCode);

            return;
        }
        $this->fail('A user took more than the limit.');
    }
}
