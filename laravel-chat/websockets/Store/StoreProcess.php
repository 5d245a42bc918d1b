<?php

declare(strict_types=1);

namespace WebSockets\Store;

use Closure;
use React\EventLoop\LoopInterface;

/**
 * The storing process: a process of its own, so that a slow or dead database never stops the loop. Orders and answers
 * are lines of JSON over its standard input and output, answered in the order in which they came (StoreWorker is the
 * other end). When it dies another one is started.
 */
final class StoreProcess
{
    // A process that dies at once, again and again, is not started faster than this.
    private const LONGEST_BACKOFF_SECONDS = 2.0;

    private const FIRST_BACKOFF_SECONDS = 0.05;

    // Longer than a batch takes; the loop itself ends then.
    private const LAST_SECONDS = 1.0;

    // Of an exception: its message and the top of its trace.
    private const SAID_BYTES = 1000;

    private readonly LineProcess $process;

    /** @var list<array{Closure(?array<string, mixed>): void, float}> who waits for an answer, and since when */
    private array $waiting = [];

    /** It has said hello. */
    private bool $isUp = false;

    private bool $isStopped = false;

    private float $backoff = self::FIRST_BACKOFF_SECONDS;

    private Closure $hello;

    private Closure $troubled;

    /**
     * @param  Closure(string, array<string, mixed>): void  $log
     * @param  list<string>  $command
     */
    public function __construct(private readonly LoopInterface $loop, private readonly Closure $log, array $command)
    {
        $died = fn () => $this->died('the storing process died');
        $this->process = new LineProcess($loop, $command, $this->take(...), $died, $this->said(...));
    }

    /**
     * @param  Closure(array<string, mixed>): void  $hello  is told the first answer of each process
     * @param  Closure(string): void  $troubled  is told why there is no process, or none that has a store
     */
    public function start(Closure $hello, Closure $troubled): void
    {
        [$this->hello, $this->troubled] = [$hello, $troubled];
        $this->spawn();
    }

    /**
     * @param  array<string, mixed>  $order
     * @param  Closure(?array<string, mixed>): void  $answered  null: it is not there, or died before it answered
     */
    public function ask(array $order, Closure $answered): void
    {
        if (! $this->isUp) {
            $answered(null);

            return;
        }
        $this->waiting[] = [$answered, hrtime(true) * 1e-9];
        $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
        $this->process->write(json_encode($order, $flags));
    }

    /** Since when the oldest order has waited, in seconds of the loop's clock; null while none does. */
    public function owesSince(): ?float
    {
        return $this->waiting[0][1] ?? null;
    }

    /** Gives up on a process that hangs. */
    public function restart(string $why): void
    {
        $this->process->end(SIGKILL);
        $this->died($why);
    }

    public function stop(): void
    {
        $this->isStopped = true;
        $this->process->end(SIGTERM);
        $this->process->awaitEnds(self::LAST_SECONDS);
    }

    private function spawn(): void
    {
        $pid = $this->process->start();
        if ($pid === null) {
            $this->died('the storing process cannot be started');
        } else {
            ($this->log)('store_started', ['pid' => $pid]);
        }
    }

    private function died(string $why): void
    {
        if ($this->isStopped) {
            return;
        }
        $this->isUp = false;
        ($this->log)('store_died', ['why' => $why]);
        ($this->troubled)($why);
        [$waiting, $this->waiting] = [$this->waiting, []];
        foreach ($waiting as [$answered]) {
            $answered(null);
        }
        $this->loop->addTimer($this->backoff, fn () => $this->isStopped || $this->spawn());
        $this->backoff = min(self::LONGEST_BACKOFF_SECONDS, $this->backoff * 2);
    }

    private function take(string $line): void
    {
        $answer = json_decode($line, true);
        if (! is_array($answer)) {
            $this->said($line);
        } elseif ($this->isUp) {
            [$answered] = array_shift($this->waiting) ?? [static fn () => null];
            $answered($answer);
        } elseif (isset($answer['why'])) {
            ($this->troubled)($answer['why']);
        } else {
            $this->isUp = true;
            $this->backoff = self::FIRST_BACKOFF_SECONDS;
            ($this->hello)($answer);
        }
    }

    private function said(string $text): void
    {
        ($this->log)('store_said', ['text' => substr(trim($text), 0, self::SAID_BYTES)]);
    }
}
