<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Metrics;
use Closure;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\Repository;
use React\EventLoop\LoopInterface;

/** The loop's own metrics, under the names of contract.json. An HTTP worker adds up those of all. */
final class LoopMetrics extends Metrics
{
    private const LAG_SECONDS = 0.5;

    private int $deliveries = 0;

    /** How late the last timer of the loop ran, in seconds. */
    private float $lag = 0.0;

    /** @var array<string, Closure(): int> */
    private array $gauges = [];

    public function __construct(LoopInterface $loop)
    {
        parent::__construct(new Repository(new ArrayStore));
        $this->watchLag($loop);
    }

    public function onDelivered(int $messages, int $receivers): void
    {
        $this->deliveries += $messages * $receivers;
    }

    /**
     * A request for metrics reads each value.
     *
     * @param  Closure(): int  $connections
     * @param  Closure(): int  $online
     * @param  Closure(): int  $bufferedBytes
     */
    public function watch(Closure $connections, Closure $online, Closure $bufferedBytes): void
    {
        $this->gauges = [
            'chat_connections' => $connections, 'chat_users_online' => $online, 'chat_buffered_bytes' => $bufferedBytes,
        ];
    }

    public function all(): array
    {
        return parent::all() + array_map(static fn (Closure $gauge): int => $gauge(), $this->gauges) + [
            'chat_loop_lag_seconds' => $this->lag, 'chat_deliveries_total' => $this->deliveries,
        ];
    }

    private function watchLag(LoopInterface $loop): void
    {
        $due = Clock::now() + self::LAG_SECONDS;
        $loop->addPeriodicTimer(self::LAG_SECONDS, function () use (&$due): void {
            $now = Clock::now();
            $this->lag = round(max(0.0, $now - $due), 6);
            $due = $now + self::LAG_SECONDS;
        });
    }
}
