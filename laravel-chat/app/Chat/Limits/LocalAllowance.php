<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use App\Clock;
use App\Contract;

/** The allowance of the event loop, in its own memory: APCu is off there. */
final class LocalAllowance implements Allowance
{
    /** @var array<string, array{int, float}> by user: how often in the window, and when it ends, in seconds */
    private array $windows = [];

    private float $sweepAt = 0.0;

    private readonly int $max;

    private readonly float $seconds;

    /** @param  string  $what  messages, pages or searches, as the contract's limits and errors name it */
    public function __construct(private readonly string $what)
    {
        $contract = Contract::load();
        $this->max = (int) $contract->limit("{$what}Max");
        $this->seconds = $contract->limit("{$what}Seconds");
    }

    public function take(string $userId): void
    {
        $now = Clock::now();
        if ($now >= $this->sweepAt) {
            $this->sweepAt = $now + 10 * $this->seconds;
            $this->windows = array_filter($this->windows, static fn (array $window): bool => $window[1] > $now);
        }
        [$taken, $endsAt] = $this->windows[$userId] ?? [0, 0.0];
        if ($endsAt <= $now) {
            [$taken, $endsAt] = [0, $now + $this->seconds];
        }
        if ($taken >= $this->max) {
            throw ChatError::tooMany("too_many_{$this->what}", $endsAt - $now);
        }
        $this->windows[$userId] = [$taken + 1, $endsAt];
    }
}
