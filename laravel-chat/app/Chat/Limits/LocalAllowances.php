<?php

declare(strict_types=1);

namespace App\Chat\Limits;

/** Token buckets in the memory of one process, each kept as the time at which it will be full again. */
final class LocalAllowances implements Allowances
{
    // Buckets that are full again say nothing and are dropped this often.
    private const SWEEP_NS = 30_000_000_000;

    /** @var array<string, int> when each user's bucket will be full again, in ns */
    private array $fullAt = [];

    private int $sweptAt = 0;

    private readonly int $cost; // ns that a bucket needs to gain a token

    /** @param  float  $perSecond  INF: no limit */
    public function __construct(float $perSecond, private readonly int $burst)
    {
        $this->cost = (int) (1e9 / $perSecond);
    }

    public function take(string $userId): float
    {
        $now = (int) hrtime(true);
        if ($now - $this->sweptAt > self::SWEEP_NS) {
            $this->sweptAt = $now;
            $this->fullAt = array_filter($this->fullAt, static fn (int $at): bool => $at > $now);
        }
        $fullAt = max($now, $this->fullAt[$userId] ?? 0);
        $wait = $fullAt - $now - ($this->burst - 1) * $this->cost;
        if ($wait > 0) {
            return $wait * 1e-9;
        }
        $this->fullAt[$userId] = $fullAt + $this->cost;

        return 0.0;
    }

    public function giveBack(string $userId): void
    {
        if (isset($this->fullAt[$userId])) {
            $this->fullAt[$userId] -= $this->cost;
        }
    }
}
