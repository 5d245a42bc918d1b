<?php

declare(strict_types=1);

namespace WebSockets\EventLoop;

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

    private const SWEEP_SECONDS = 1.0;

    private readonly Epoll $epoll;

    private readonly Descriptors $descriptors;

    private readonly TimerQueue $timers;

    private readonly SignalListeners $signals;

    /** @var SplQueue<callable(): void> */
    private SplQueue $ticks;

    /** @var array<int, Watch> by resource id */
    private array $watches = [];

    /** @var array<int, Watch> by descriptor */
    private array $byDescriptor = [];

    private int $alwaysReady = 0;

    private int $generation = 0;

    private int $process;

    private bool $running = false;

    private float $lastSweep = 0.0;

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
        $this->descriptors = new Descriptors($this->epoll);
        $this->timers = new TimerQueue;
        $this->signals = new SignalListeners;
        $this->ticks = new SplQueue;
        $this->process = (int) getmypid();
    }

    public function addReadStream($stream, $listener): void
    {
        $watch = $this->watches[(int) $stream] ?? null;
        if ($watch === null || $watch->read === null) {
            $watch ??= $this->watch($stream);
            $watch->read = $listener;
            $this->register($watch);
        }
    }

    public function addWriteStream($stream, $listener): void
    {
        $watch = $this->watches[(int) $stream] ?? null;
        if ($watch === null || $watch->write === null) {
            $watch ??= $this->watch($stream);
            $watch->write = $listener;
            $this->register($watch);
        }
    }

    public function removeReadStream($stream): void
    {
        $watch = $this->watches[(int) $stream] ?? null;
        if ($watch !== null) {
            $watch->read = null;
            $this->register($watch);
        }
    }

    public function removeWriteStream($stream): void
    {
        $watch = $this->watches[(int) $stream] ?? null;
        if ($watch !== null) {
            $watch->write = null;
            $this->register($watch);
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
        while ($this->running) {
            $this->runTicks();
            $this->timers->run($this->now());
            $timeout = $this->timeout();
            if ($timeout === null) {
                return;
            }
            $this->dispatch($this->epoll->wait($timeout));
            if ($this->alwaysReady > 0) {
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
        if (! $this->running || ! $this->ticks->isEmpty() || $this->alwaysReady > 0) {
            return 0;
        }
        $due = $this->timers->nextDue();
        if ($due === null && $this->watches !== []) {
            $this->sweep();
        }
        $wait = $due === null ? -1 : max(0, (int) ceil(($due - $this->now()) * 1000));
        if (! $this->signals->isEmpty()) {
            return $wait < 0 ? self::LONGEST_WAIT_WITH_SIGNALS_MS : min($wait, self::LONGEST_WAIT_WITH_SIGNALS_MS);
        }

        return $wait >= 0 || $this->watches !== [] ? $wait : null;
    }

    private function dispatch(int $ready): void
    {
        $strays = [];
        for ($i = 0; $i < $ready; $i++) {
            [$descriptor, $generation, $events] = $this->epoll->event($i);
            $watch = $this->byDescriptor[$descriptor] ?? null;
            if ($watch === null || $watch->generation !== $generation || ! is_resource($watch->stream)) {
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
            $this->renew();
            $strays = [];
        }
        $this->strays = $strays;
    }

    private function dispatchAlwaysReady(): void
    {
        foreach ($this->watches as $watch) {
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

    /** @param  resource  $stream */
    private function watch($stream): Watch
    {
        $descriptor = $this->descriptors->of($stream);
        $before = $this->byDescriptor[$descriptor] ?? null;
        if ($before !== null) {
            if (is_resource($before->stream)) {
                // Two PHP streams on one descriptor: epoll knows it once, so the newer one takes it over.
                $this->epoll->delete($descriptor);
            }
            $this->forget($before);
        }
        // 32 bits travel with the event.
        $this->generation = ($this->generation + 1) & 0x7FFFFFFF;

        return $this->watches[(int) $stream] = $this->byDescriptor[$descriptor] = new Watch($stream, $descriptor, $this->generation);
    }

    private function forget(Watch $watch): void
    {
        unset($this->watches[(int) $watch->stream]);
        if (($this->byDescriptor[$watch->descriptor] ?? null) === $watch) {
            unset($this->byDescriptor[$watch->descriptor]);
        }
        if ($watch->alwaysReady) {
            $this->alwaysReady--;
        }
        $this->descriptors->givenBack($watch->descriptor);
    }

    private function register(Watch $watch): void
    {
        if (getmypid() !== $this->process) {
            $this->process = (int) getmypid();
            $this->renew();
        }
        $wanted = $watch->wanted();
        if ($wanted === 0) {
            if ($watch->registered !== 0 && is_resource($watch->stream)) {
                $this->epoll->delete($watch->descriptor);
            }
            $this->forget($watch);

            return;
        }
        if ($watch->alwaysReady || $wanted === $watch->registered) {
            return;
        }
        $this->enter($watch, $wanted);
    }

    private function enter(Watch $watch, int $wanted): void
    {
        $error = $watch->registered === 0
            ? $this->epoll->add($watch->descriptor, $wanted, $watch->generation)
            : $this->epoll->modify($watch->descriptor, $wanted, $watch->generation);
        if ($error === Epoll::EEXIST) {
            $error = $this->epoll->modify($watch->descriptor, $wanted, $watch->generation);
        } elseif ($error === Epoll::ENOENT) {
            $error = $this->epoll->add($watch->descriptor, $wanted, $watch->generation);
        }
        if ($error === Epoll::EPERM) {
            $watch->alwaysReady = true;
            $this->alwaysReady++;
        } elseif ($error === 0) {
            $watch->registered = $wanted;
        } else {
            $this->forget($watch);
        }
    }

    /** A new kernel set with the same registrations. */
    private function renew(): void
    {
        $this->epoll->reopen();
        foreach ($this->watches as $watch) {
            $watch->registered = 0;
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            } elseif (! $watch->alwaysReady && $watch->wanted() !== 0) {
                $this->enter($watch, $watch->wanted());
            }
        }
    }

    /** Forgets streams closed while registered: the kernel will never report them, and they would keep run() alive. */
    private function sweep(): void
    {
        $now = $this->now();
        if ($now - $this->lastSweep < self::SWEEP_SECONDS) {
            return;
        }
        $this->lastSweep = $now;
        foreach ($this->watches as $watch) {
            if (! is_resource($watch->stream)) {
                $this->forget($watch);
            }
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
