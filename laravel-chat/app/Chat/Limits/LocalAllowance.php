<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\Clock;

/** The allowance of the event loop, in its own memory: APCu is off there. */
final class LocalAllowance implements Allowance
{
    /** @var array<string, array{int, float}> by user: how often in the window, and when it ends, in seconds */
    private array $windows = [];

    private float $sweepAt = 0.0;

    private readonly int $max;

    private readonly int $seconds;

    public function __construct(private readonly Limit $limit)
    {
        $this->max = $limit->max();
        $this->seconds = $limit->seconds();
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
            throw $this->limit->exceeded($endsAt - $now);
        }
        $this->windows[$userId] = [$taken + 1, $endsAt];
    }
}
