<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/**
 * How much a peer may still say: a token bucket of bytes. What has come is charged, also beyond what is left: then the peer
 * waits until the debt is paid. So one read may overdraw it, the next one comes later.
 */
final class ByteAllowance
{
    // What taking a frame costs beside its bytes, about: a ping of 6 bytes is as much work as 250 more of text.
    private const FRAME_BYTES = 250;

    private float $left;

    /** @param  float  $now seconds of a clock that does not jump back */
    public function __construct(private readonly float $perSecond, private readonly float $burst, private float $now)
    {
        $this->left = $burst;
    }

    /** @return float s the peer has to wait; 0 where it may go on */
    public function charge(int $bytes, int $frames, float $now): float
    {
        $this->left = min($this->burst, $this->left + max(0.0, $now - $this->now) * $this->perSecond) - $bytes - $frames * self::FRAME_BYTES;
        $this->now = $now;

        return max(0.0, -$this->left / $this->perSecond);
    }
}
