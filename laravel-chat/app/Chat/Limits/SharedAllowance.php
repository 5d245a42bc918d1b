<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use Illuminate\Cache\RateLimiter;

/** The allowance of all workers, in the memory that they share (APCu). */
final class SharedAllowance implements Allowance
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
