<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use SplQueue;

/**
 * A React event loop on Linux epoll, without the 1,024-descriptor wall of stream_select.
 *
 * One turn: run what futureTick asked for, run the timers that are due, wait for the kernel until the next
 * timer (or not at all where ticks wait), call the listeners of the streams that are ready. It runs until stop(), or
 * until nothing is left that could ever happen.
 *
 * What makes it safe beside a plain epoll:
 * - an event carries the generation of its registration: a reused descriptor never gets its predecessor's event;
 * - a stream closed while registered is forgotten, not reported;
 * - an event that belongs to nobody (a copy of a closed socket lives on in another process) renews the kernel's set, else it would come back for ever;
 * - in a forked child the first change makes a kernel set of the child's own: parent and child do not share registrations.
 */
final class EpollLoop implements LoopInterface
{
    // A signal that comes just before the wait is seen at its end: PHP has no ppoll. So waits end in time.
    private const LONGEST_WAIT_WITH_SIGNALS_MS = 1000;

    // epoll_wait takes 32 bits of ms; a timer that is due later is looked at again.
    private const LONGEST_WAIT_MS = 3_600_000;

    private readonly Epoll $epoll;

    private readonly Watches $watches;

    private readonly TimerQueue $timers;

    private readonly SignalListeners $signals;

    /** @var SplQueue<callable(): void> */
    private SplQueue $ticks;

    private bool $running = false;

    /**
     * Generations of events that belonged to nobody in the last turn. Removed by an earlier listener of the same batch, they do not
     * come again; reported twice in a row, the kernel holds a registration that we can no longer reach.
     *
     * @var array<int, true>
     */
    private array $strays = [];

    public function __construct()
    {
        $this->epoll = new Epoll;
        $this->watches = new Watches($this->epoll);
        $this->timers = new TimerQueue;
        $this->signals = new SignalListeners;
        $this->ticks = new SplQueue;
    }

    public function addReadStream($stream, $listener): void
    {
        $watch = $this->watches->find($stream);
        if ($watch === null || $watch->read === null) {
            $watch ??= $this->watches->add($stream);
            $watch->read = $listener;
            $this->watches->changed($watch);
        }
    }

    public function addWriteStream($stream, $listener): void
    {
        $watch = $this->watches->find($stream);
        if ($watch === null || $watch->write === null) {
            $watch ??= $this->watches->add($stream);
            $watch->write = $listener;
            $this->watches->changed($watch);
        }
    }

    public function removeReadStream($stream): void
    {
        $watch = $this->watches->find($stream);
        if ($watch !== null) {
            $watch->read = null;
            $this->watches->changed($watch);
        }
    }

    public function removeWriteStream($stream): void
    {
        $watch = $this->watches->find($stream);
        if ($watch !== null) {
            $watch->write = null;
            $this->watches->changed($watch);
        }
    }

    public function addTimer($interval, $callback): TimerInterface
    {
        $timer = new Timer((float) $interval, $callback, false);
        $this->timers->add($timer, $this->now());

        return $timer;
    }

    public function addPeriodicTimer($interval, $callback): TimerInterface
    {
        $timer = new Timer((float) $interval, $callback, true);
        $this->timers->add($timer, $this->now());

        return $timer;
    }

    public function cancelTimer(TimerInterface $timer): void
    {
        if ($timer instanceof Timer) {
            $this->timers->cancel($timer);
        }
    }

    public function futureTick($listener): void
    {
        $this->ticks->enqueue($listener);
    }

    public function addSignal($signal, $listener): void
    {
        $this->signals->add($signal, $listener);
    }

    public function removeSignal($signal, $listener): void
    {
        $this->signals->remove($signal, $listener);
    }

    public function stop(): void
    {
        $this->running = false;
    }

    public function run(): void
    {
        $this->running = true;
        $this->watches->notAcrossForks();
        while ($this->running) {
            $this->runTicks();
            $this->timers->run($this->now());
            $timeout = $this->timeout();
            if ($timeout === null) {
                return;
            }
            $ready = $this->epoll->wait($timeout);
            $this->signals->dispatch();
            $this->dispatch($ready);
            if ($this->watches->alwaysReady > 0) {
                $this->dispatchAlwaysReady();
            }
        }
    }

    /** Ticks asked for by a tick wait for the next turn, so that streams are not starved. */
    private function runTicks(): void
    {
        for ($left = count($this->ticks); $left > 0; $left--) {
            ($this->ticks->dequeue())();
        }
    }

    /** @return int|null ms to wait; -1 without end; null when nothing can ever happen */
    private function timeout(): ?int
    {
        if (! $this->running || ! $this->ticks->isEmpty() || $this->watches->alwaysReady > 0) {
            return 0;
        }
        $due = $this->timers->nextDue();
        if ($due === null && ! $this->watches->isEmpty()) {
            $this->watches->sweep();
        }
        $wait = $due === null ? -1 : (int) max(0.0, min(self::LONGEST_WAIT_MS, ceil(($due - $this->now()) * 1000)));
        if (! $this->signals->isEmpty()) {
            return $wait < 0 ? self::LONGEST_WAIT_WITH_SIGNALS_MS : min($wait, self::LONGEST_WAIT_WITH_SIGNALS_MS);
        }

        return $wait >= 0 || ! $this->watches->isEmpty() ? $wait : null;
    }

    private function dispatch(int $ready): void
    {
        $strays = [];
        for ($i = 0; $i < $ready; $i++) {
            [$descriptor, $generation, $events] = $this->epoll->event($i);
            $watch = $this->watches->owner($descriptor, $generation);
            if ($watch === null) {
                $strays[$generation] = true;

                continue;
            }
            $broken = $events & (Epoll::ERROR | Epoll::HANG_UP);
            if ($watch->read !== null && ($broken || ($events & Epoll::READ))) {
                ($watch->read)($watch->stream);
            }
            if ($watch->write !== null && ($broken || ($events & Epoll::WRITE))) {
                ($watch->write)($watch->stream);
            }
        }
        if ($this->strays !== [] && array_intersect_key($strays, $this->strays) !== []) {
            $this->watches->renew();
            $strays = [];
        }
        $this->strays = $strays;
    }

    private function dispatchAlwaysReady(): void
    {
        foreach ($this->watches->all() as $watch) {
            if (! $watch->alwaysReady) {
                continue;
            }
            if ($watch->read !== null) {
                ($watch->read)($watch->stream);
            }
            if ($watch->write !== null) {
                ($watch->write)($watch->stream);
            }
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
