<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use App\Clock;

/** The windows of the event loop, in its own memory: APCu is off there. */
final class LocalAllowances implements Allowances
{
    /** @var array<string, array{int, float}> by user: how often in the window, and when it ends, in seconds */
    private array $windows = [];

    private float $sweepAt = 0.0;

    public function __construct(
        private readonly int $max,
        private readonly float $seconds,
        private readonly string $errorCode,
    ) {
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
            throw ChatError::tooMany($this->errorCode, $endsAt - $now);
        }
        $this->windows[$userId] = [$taken + 1, $endsAt];
    }
}
