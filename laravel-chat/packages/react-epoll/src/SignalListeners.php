<?php

declare(strict_types=1);

namespace ReactEpoll;

use BadMethodCallException;

/**
 * Which callables wait for which signal (pcntl).
 *
 * Between looking for signals and waiting for the kernel none may slip through: they are blocked for that moment, and the wait
 * itself lets them in. Listeners run outside of it, so that processes they start have no signal blocked.
 */
final class SignalListeners
{
    // Of a sigset_t; the kernel reads 8.
    private const SET_BYTES = 128;

    /** @var array<int, list<callable(int): void>> */
    private array $listeners = [];

    /** @var list<int> signals that came and were not told yet */
    private array $came = [];

    /** The signals that have listeners: a sigset_t. */
    private mixed $set = null;

    /** What was blocked before: a sigset_t. */
    private mixed $outside = null;

    public function add(int $signal, callable $listener): void
    {
        if (! function_exists('pcntl_signal')) {
            throw new BadMethodCallException('Signals need ext-pcntl.');
        }
        $first = ! isset($this->listeners[$signal]);
        if (! $first && in_array($listener, $this->listeners[$signal], true)) {
            return;
        }
        $this->listeners[$signal][] = $listener;
        if ($first) {
            // Not in the middle of anything: what a listener does would replace the errno of the call it interrupted.
            pcntl_async_signals(false);
            pcntl_signal($signal, function (int $signal): void {
                $this->came[] = $signal;
            });
            $this->gatherSet();
        }
    }

    public function remove(int $signal, callable $listener): void
    {
        $left = array_values(array_filter($this->listeners[$signal] ?? [], static fn ($known): bool => $known !== $listener));
        if ($left !== []) {
            $this->listeners[$signal] = $left;

            return;
        }
        if (isset($this->listeners[$signal])) {
            unset($this->listeners[$signal]);
            pcntl_signal($signal, SIG_DFL);
            $this->gatherSet();
        }
    }

    public function isEmpty(): bool
    {
        return $this->listeners === [];
    }

    /** Waits for events, or until a signal comes or has come already; tells the listeners of those that have. */
    public function wait(Epoll $epoll, int $timeout): int
    {
        $libc = Libc::calls();
        $libc->sigprocmask(SIG_BLOCK, $this->set, $this->outside);
        try {
            pcntl_signal_dispatch();
            $ready = $epoll->wait($this->came === [] ? $timeout : 0, $this->outside);
        } finally {
            $libc->sigprocmask(SIG_SETMASK, $this->outside, null);
        }
        pcntl_signal_dispatch();
        while (($signal = array_shift($this->came)) !== null) {
            foreach ($this->listeners[$signal] ?? [] as $listener) {
                $listener($signal);
            }
        }

        return $ready;
    }

    private function gatherSet(): void
    {
        $libc = Libc::calls();
        $this->set = $libc->new('uint8_t['.self::SET_BYTES.']');
        $this->outside ??= $libc->new('uint8_t['.self::SET_BYTES.']');
        $libc->sigemptyset($this->set);
        foreach (array_keys($this->listeners) as $signal) {
            $libc->sigaddset($this->set, $signal);
        }
    }
}
