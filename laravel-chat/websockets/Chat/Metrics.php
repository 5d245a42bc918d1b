<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/** The loop's own metrics, under the names of contract.json. An HTTP worker adds up those of all, and adds the help. */
final class Metrics
{
    private const LAG_SECONDS = 0.5;

    private int $messagesStored = 0;

    private int $deliveries = 0;

    private readonly Histogram $insertSeconds;

    /** @var array<string, int> by error code */
    private array $errors = [];

    /** s; how late the last timer of the loop ran */
    private float $lag = 0.0;

    /** @var array<string, Closure(): int> */
    private array $gauges = [];

    public function __construct(LoopInterface $loop)
    {
        $this->insertSeconds = new Histogram(Contract::get('metrics', 'chat_insert_seconds')['buckets']);
        $this->watchLag($loop);
    }

    /** @param  float  $seconds  that the insert took */
    public function onStored(int $messages, float $seconds): void
    {
        $this->messagesStored += $messages;
        $this->insertSeconds->observe($seconds);
    }

    public function onDelivered(int $messages, int $receivers): void
    {
        $this->deliveries += $messages * $receivers;
    }

    public function countError(string $code): void
    {
        $this->errors[$code] = ($this->errors[$code] ?? 0) + 1;
    }

    /**
     * Each is read at each request for metrics.
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

    public function text(): string
    {
        $text = '';
        foreach ([
            ...array_map(static fn (Closure $gauge): int => $gauge(), $this->gauges),
            'chat_loop_lag_seconds' => $this->lag,
            'chat_messages_stored_total' => $this->messagesStored,
            'chat_deliveries_total' => $this->deliveries,
        ] as $name => $value) {
            $text .= "$name $value\n";
        }
        foreach ($this->errors as $code => $count) {
            $text .= "chat_errors_total{code=\"$code\"} $count\n";
        }

        return $text.$this->insertSeconds->text('chat_insert_seconds');
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
