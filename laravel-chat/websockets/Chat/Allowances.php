<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use ChannelServer\Pusher\TokenBucket;

/** How much each user may still send: a bucket per user, whichever of their sockets sends. */
final class Allowances
{
    // Buckets that are full again say nothing and are dropped this often.
    private const SWEEP_SECONDS = 30.0;

    /** @var array<string, TokenBucket> by user id */
    private array $buckets = [];

    private float $swept = 0.0;

    public function __construct(private readonly bool $limited, private readonly float $perSecond, private readonly float $burst)
    {
    }

    public function take(string $userId): bool
    {
        if (! $this->limited) {
            return true;
        }
        $now = hrtime(true) * 1e-9;
        if ($now - $this->swept > self::SWEEP_SECONDS) {
            $this->swept = $now;
            $this->buckets = array_filter($this->buckets, static fn (TokenBucket $bucket): bool => ! $bucket->isFull($now));
        }

        return ($this->buckets[$userId] ??= new TokenBucket($this->perSecond, $this->burst, $now))->take($now);
    }

    public function giveBack(string $userId): void
    {
        ($this->buckets[$userId] ?? null)?->giveBack();
    }
}
