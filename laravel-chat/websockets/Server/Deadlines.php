<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\Clock;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * One deadline per connection, in whole seconds, kept in one bucket per second: setting, moving and
 * clearing cost the same for ten connections and ten thousand, and one timer serves them all.
 */
final class Deadlines
{
    /** @var array<int, array<int, Connection>> second => object id => connection */
    private array $buckets = [];

    /** @param  Closure(Connection): void  $onDeadline */
    public function __construct(LoopInterface $loop, private readonly Closure $onDeadline)
    {
        $loop->addPeriodicTimer(1.0, fn () => $this->run((int) Clock::now()));
    }

    /** Replaces an earlier deadline of the connection. */
    public function set(Connection $connection, int $seconds): void
    {
        $this->clear($connection);
        $connection->deadline = (int) Clock::now() + max(1, $seconds);
        $this->buckets[$connection->deadline][spl_object_id($connection)] = $connection;
    }

    public function clear(Connection $connection): void
    {
        $second = $connection->deadline;
        if ($second === 0) {
            return;
        }
        unset($this->buckets[$second][spl_object_id($connection)]);
        if (($this->buckets[$second] ?? null) === []) {
            unset($this->buckets[$second]);
        }
        $connection->deadline = 0;
    }

    /** @param  int  $now  in seconds of the Clock */
    public function run(int $now): void
    {
        // All buckets are looked at, since a loop that was held up skips seconds. They are few.
        foreach ($this->buckets as $second => $connections) {
            if ($second > $now) {
                continue;
            }
            unset($this->buckets[$second]);
            foreach ($connections as $connection) {
                $connection->deadline = 0;
                ($this->onDeadline)($connection);
            }
        }
    }
}
