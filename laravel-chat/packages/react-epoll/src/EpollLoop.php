<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\Loop;
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
 * - an event that belongs to nobody (a copy of a closed socket lives on in another process) renews the kernel's set,
 *   else it would come back for ever;
 * - in a forked child the first change makes a kernel set of the child's own: parent and child share no registrations.
 */
final class EpollLoop implements LoopInterface
{
    // epoll_wait takes 32 bits of ms; a timer that is due later is looked at again.
    private const LONGEST_WAIT_MS = 3_600_000;

    // A wait without end begins with a look for streams that were closed, at most once in so long.
    private const SWEEP_MS = 100;

    private readonly Epoll $epoll;

    private readonly Watches $watches;

    private readonly TimerQueue $timers;

    private readonly SignalListeners $signals;

    /** @var SplQueue<callable(): void> */
    private SplQueue $ticks;

    private bool $running = false;

    /** Whether somebody has called run() or stop(). */
    private bool $handled = false;

    /**
     * Generations of events that belonged to nobody in the last turn. Removed by an earlier listener of the same batch,
     * they do not come again; reported twice in a row, the kernel holds a registration that we can no longer reach.
     *
     * @var array<int, true>
     */
    private array $strays = [];

    /** @throws LoopFailed where unavailable() has a reason */
    public function __construct()
    {
        $why = self::unavailable();
        if ($why !== null) {
            throw new LoopFailed("This event loop cannot run: $why.");
        }
        $this->epoll = new Epoll;
        $this->watches = new Watches($this->epoll, self::SWEEP_MS / 1000);
        $this->timers = new TimerQueue;
        $this->signals = new SignalListeners;
        $this->ticks = new SplQueue;
    }

    /** Why this loop cannot run here, or null where it can. */
    public static function unavailable(): ?string
    {
        return Libc::unavailable() ?? Descriptors::unavailable();
    }

    /**
     * Makes a new loop the one that React\EventLoop\Loop hands out, and so that of every ReactPHP library. As React's
     * own, it runs at the end of the program, unless it has run or was stopped, or the program ended in a fatal error.
     */
    public static function install(): self
    {
        Loop::set($loop = new self);
        register_shutdown_function(static function () use ($loop): void {
            $fatal = E_ERROR | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;
            if (! $loop->handled && ((error_get_last()['type'] ?? 0) & $fatal) === 0) {
                $loop->run();
            }
        });

        return $loop;
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
        $this->handled = true;
    }

    public function run(): void
    {
        $this->running = $this->handled = true;
        $this->watches->notAcrossForks();
        while ($this->running) {
            $this->runTicks();
            $this->timers->run($this->now());
            $timeout = $this->timeout();
            if ($timeout === null) {
                return;
            }
            $ready = $this->signals->isEmpty()
                ? $this->epoll->wait($timeout)
                : $this->signals->wait($this->epoll, $timeout);
            $this->dispatch($ready);
            foreach ($this->watches->alwaysReady() as $watch) {
                $this->tell($watch, true, true);
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
        if (! $this->running || ! $this->ticks->isEmpty() || $this->watches->alwaysReady() !== []) {
            return 0;
        }
        $due = $this->timers->nextDue();
        if ($due !== null) {
            return (int) max(0.0, min(self::LONGEST_WAIT_MS, ceil(($due - $this->now()) * 1000)));
        }
        if (! $this->watches->isEmpty() && ! $this->watches->sweep()) {
            return self::SWEEP_MS;
        }

        return $this->watches->isEmpty() && $this->signals->isEmpty() ? null : -1;
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
            $isReadable = (bool) ($broken | ($events & Epoll::READ));
            $isWritable = (bool) ($broken | ($events & Epoll::WRITE));
            $this->tell($watch, $isReadable, $isWritable);
        }
        if ($this->strays !== [] && array_intersect_key($strays, $this->strays) !== []) {
            $this->watches->renew();
            $strays = [];
        }
        $this->strays = $strays;
    }

    /** Calls the listeners of what is ready; none of a stream that was closed meanwhile. */
    private function tell(Watch $watch, bool $readable, bool $writable): void
    {
        if ($readable && $watch->read !== null && is_resource($watch->stream)) {
            ($watch->read)($watch->stream);
        }
        if ($writable && $watch->write !== null && is_resource($watch->stream)) {
            ($watch->write)($watch->stream);
        }
        if (! is_resource($watch->stream)) {
            $this->watches->closed($watch);
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
