<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** A rate limit with a burst: a full bucket holds $burst tokens and refills with $perSecond. */
final class TokenBucket
{
    private float $tokens;

    private float $seen;

    public function __construct(private readonly float $perSecond, private readonly float $burst, float $now)
    {
        $this->tokens = $burst;
        $this->seen = $now;
    }

    /** @param  float  $now seconds of a clock that does not jump back */
    public function take(float $now): bool
    {
        $this->refill($now);
        if ($this->tokens < 1.0) {
            return false;
        }
        $this->tokens -= 1.0;

        return true;
    }

    /** A token that turned out not to be owed. */
    public function giveBack(): void
    {
        $this->tokens = min($this->burst, $this->tokens + 1.0);
    }

    public function isFull(float $now): bool
    {
        $this->refill($now);

        return $this->tokens >= $this->burst;
    }

    private function refill(float $now): void
    {
        $this->tokens = min($this->burst, $this->tokens + max(0.0, $now - $this->seen) * $this->perSecond);
        $this->seen = $now;
    }
}
