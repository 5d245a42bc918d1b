<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/**
 * How much a peer may still say: a token bucket of bytes. What has come is charged, also beyond what is left: then the peer
 * waits until the debt is paid. So one read may overdraw it, the next one comes later.
 */
final class ByteAllowance
{
    private float $left;

    /**
     * @param  float  $frameBytes  what a frame is charged beside its bytes: a ping of 6 bytes is as much work as some hundred bytes of text
     * @param  float  $now  seconds of a clock that does not jump back
     */
    public function __construct(private readonly float $perSecond, private readonly float $burst, private readonly float $frameBytes, private float $now)
    {
        $this->left = $burst;
    }

    /** @return float s the peer has to wait; 0 where it may go on */
    public function charge(int $bytes, int $frames, float $now): float
    {
        $this->left = min($this->burst, $this->left + max(0.0, $now - $this->now) * $this->perSecond) - $bytes - $frames * $this->frameBytes;
        $this->now = $now;

        return max(0.0, -$this->left / $this->perSecond);
    }
}
