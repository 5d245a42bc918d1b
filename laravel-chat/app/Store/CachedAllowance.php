<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Limits\Allowance;
use App\Chat\Limits\Limit;
use Illuminate\Cache\RateLimiter;

/** Counts for all workers, in the cache that they share (APCu). */
final class CachedAllowance implements Allowance
{
    public function __construct(private readonly RateLimiter $limiter, private readonly Limit $limit)
    {
    }

    public function take(string $userId): void
    {
        $key = "{$this->limit->value}|{$userId}";
        if ($this->limiter->hit($key, $this->limit->seconds()) > $this->limit->max()) {
            throw $this->limit->exceeded($this->limiter->availableIn($key));
        }
    }
}
