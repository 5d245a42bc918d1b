<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use App\Contract;
use Illuminate\Cache\RateLimiter;

/** The allowance of all workers, in the memory that they share (APCu). */
final class SharedAllowance implements Allowance
{
    /** @param  string  $what  messages, pages or searches, as the contract's limits and errors name it */
    public function __construct(private readonly RateLimiter $limiter, private readonly string $what)
    {
    }

    public function take(string $userId): void
    {
        $key = "{$this->what}|{$userId}";
        $contract = Contract::load();
        $taken = $this->limiter->hit($key, (int) $contract->limit("{$this->what}Seconds"));
        if ($taken > $contract->limit("{$this->what}Max")) {
            throw ChatError::tooMany("too_many_{$this->what}", $this->limiter->availableIn($key));
        }
    }
}
