<?php

declare(strict_types=1);

namespace ChannelServer\WebSocket;

/**
 * How much a peer may still say: a token bucket of bytes. What has come is charged, also beyond what is left: then the peer
 * waits until the debt is paid. Until it has joined it may say little, since anybody can open a socket and nobody has to say
 * much before.
 */
final class ByteAllowance
{
    private bool $joined = false;

    private float $left;

    /** @param  float  $now  seconds of a clock that does not jump back */
    public function __construct(private readonly ByteRates $rates, private float $now)
    {
        $this->left = $rates->unjoinedBurst;
    }

    public function charge(float $bytes): void
    {
        $this->left -= $bytes;
    }

    /** Whether the peer owes nothing, as far as is known without a look at the clock. */
    public function hasLeft(): bool
    {
        return $this->left >= 0;
    }

    /** @return float s the peer has to wait; 0 where it may go on */
    public function wait(float $now): float
    {
        $this->refill($now);

        return $this->left >= 0 ? 0.0 : -$this->left / $this->perSecond();
    }

    /** Joining gives as much as leaving takes: who does both again and again gains nothing. */
    public function joined(bool $joined, float $now): void
    {
        if ($joined !== $this->joined) {
            $this->refill($now);
            $this->joined = $joined;
            $this->left += ($joined ? 1 : -1) * ($this->rates->burst - $this->rates->unjoinedBurst);
        }
    }

    private function refill(float $now): void
    {
        $burst = $this->joined ? $this->rates->burst : $this->rates->unjoinedBurst;
        $this->left = min($burst, $this->left + max(0.0, $now - $this->now) * $this->perSecond());
        $this->now = $now;
    }

    private function perSecond(): float
    {
        return $this->joined ? $this->rates->perSecond : $this->rates->unjoinedPerSecond;
    }
}
