<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\LoopInterface;
use React\EventLoop\SignalsHandler;
use React\EventLoop\Tick\FutureTickQueue;
use React\EventLoop\Timer\Timer;
use React\EventLoop\Timer\Timers;
use React\EventLoop\TimerInterface;
use Throwable;

/**
 * A React event loop for sockets and pipes on Linux epoll, without the 1,024-descriptor wall of stream_select.
 *
 * One turn runs the ticks and the timers that are due, waits for the kernel, and calls the listeners of the streams
 * that are ready. The wait ends with the next timer; with ticks there is no wait. It runs until stop(), or until
 * nothing is left that could ever happen.
 */
final class EpollLoop implements LoopInterface
{
    // epoll_wait takes 32 bits of ms; a timer that is due later is looked at again.
    private const LONGEST_WAIT_MS = 3_600_000;

    private readonly Epoll $epoll;

    private readonly Watches $watches;

    private readonly Timers $timers;

    private readonly FutureTickQueue $ticks;

    private readonly SignalsHandler $signals;

    private bool $isRunning = false;

    /** @throws LoopFailed if Epoll::unavailable() has a reason */
    public function __construct()
    {
        $why = Epoll::unavailable();
        if ($why !== null) {
            throw new LoopFailed("This event loop cannot run: $why.");
        }
        $this->epoll = new Epoll;
        $this->watches = new Watches($this->epoll);
        $this->timers = new Timers;
        $this->ticks = new FutureTickQueue;
        $this->signals = new SignalsHandler;
    }

    public function addReadStream($stream, $listener): void
    {
        $watch = $this->watches->of($stream);
        $watch->read ??= $listener;
        $this->watches->changed($watch);
    }

    public function addWriteStream($stream, $listener): void
    {
        $watch = $this->watches->of($stream);
        $watch->write ??= $listener;
        $this->watches->changed($watch);
    }

    public function removeReadStream($stream): void
    {
        if (($watch = $this->watches->find($stream)) !== null) {
            $watch->read = null;
            $this->watches->changed($watch);
        }
    }

    public function removeWriteStream($stream): void
    {
        if (($watch = $this->watches->find($stream)) !== null) {
            $watch->write = null;
            $this->watches->changed($watch);
        }
    }

    public function addTimer($interval, $callback): TimerInterface
    {
        $this->timers->add($timer = new Timer($interval, $this->guarded($callback), false));

        return $timer;
    }

    public function addPeriodicTimer($interval, $callback): TimerInterface
    {
        $this->timers->add($timer = new Timer($interval, $this->guarded($callback), true));

        return $timer;
    }

    public function cancelTimer(TimerInterface $timer): void
    {
        $this->timers->cancel($timer);
    }

    public function futureTick($listener): void
    {
        $this->ticks->add($listener);
    }

    public function addSignal($signal, $listener): void
    {
        $isKnown = $this->signals->count($signal) > 0;
        $this->signals->add($signal, $listener);
        if (! $isKnown) {
            // Listeners run between two waits: one that ran as a call to the kernel returns would change its errno.
            pcntl_async_signals(false);
            pcntl_signal($signal, $this->signals->call(...));
        }
    }

    public function removeSignal($signal, $listener): void
    {
        $before = $this->signals->count($signal);
        $this->signals->remove($signal, $listener);
        if ($before > 0 && $this->signals->count($signal) === 0) {
            pcntl_signal($signal, SIG_DFL);
        }
    }

    public function stop(): void
    {
        $this->isRunning = false;
    }

    public function run(): void
    {
        $this->isRunning = true;
        while ($this->isRunning) {
            $this->ticks->tick();
            $this->timers->tick();
            if (! $this->signals->isEmpty()) {
                pcntl_signal_dispatch();
            }
            $timeout = $this->timeout();
            if ($timeout === null) {
                return;
            }
            $this->dispatch($this->epoll->wait($timeout));
        }
    }

    /** An exception of a timer is thrown by the next turn: React's timers would call that timer again for ever. */
    private function guarded(callable $callback): callable
    {
        return function (TimerInterface $timer) use ($callback): void {
            try {
                $callback($timer);
            } catch (Throwable $fault) {
                $this->ticks->add(static fn () => throw $fault);
            }
        };
    }

    /** @return int|null ms to wait; -1 without end; null when nothing can ever happen */
    private function timeout(): ?int
    {
        if (! $this->isRunning || ! $this->ticks->isEmpty()) {
            return 0;
        }
        if (! $this->timers->isEmpty()) {
            $wait = ceil(($this->timers->getFirst() - $this->timers->updateTime()) * 1000);

            return (int) max(0.0, min(self::LONGEST_WAIT_MS, $wait));
        }

        return $this->watches->isEmpty() && $this->signals->isEmpty() ? null : -1;
    }

    private function dispatch(int $ready): void
    {
        for ($i = 0; $i < $ready; $i++) {
            [$id, $events] = $this->epoll->event($i);
            $watch = $this->watches->owner($id);
            if ($watch !== null) {
                $isBroken = ($events & (Epoll::ERROR | Epoll::HANG_UP)) !== 0;
                $this->tell(
                    $watch, $isBroken || ($events & Epoll::READ) !== 0, $isBroken || ($events & Epoll::WRITE) !== 0,
                );
            }
        }
    }

    /** Calls the listeners of what is ready; none of a stream that was closed meanwhile. */
    private function tell(Watch $watch, bool $isReadable, bool $isWritable): void
    {
        if ($isReadable && $watch->read !== null) {
            ($watch->read)($watch->stream);
        }
        if ($isWritable && $watch->write !== null && is_resource($watch->stream)) {
            ($watch->write)($watch->stream);
        }
    }
}
