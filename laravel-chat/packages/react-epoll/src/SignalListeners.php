<?php

declare(strict_types=1);

namespace ReactEpoll;

/** Which callables wait for which signal (pcntl). */
final class SignalListeners
{
    /** @var array<int, list<callable(int): void>> */
    private array $listeners = [];

    public function add(int $signal, callable $listener): void
    {
        $first = ! isset($this->listeners[$signal]);
        if (! $first && in_array($listener, $this->listeners[$signal], true)) {
            return;
        }
        $this->listeners[$signal][] = $listener;
        if ($first) {
            // Not in the middle of anything: what a listener does would replace the errno of the call it interrupted.
            pcntl_async_signals(false);
            pcntl_signal($signal, $this->deliver(...));
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
        }
    }

    public function isEmpty(): bool
    {
        return $this->listeners === [];
    }

    /** Tells the listeners of the signals that have come since; called once a turn. */
    public function dispatch(): void
    {
        if ($this->listeners !== []) {
            pcntl_signal_dispatch();
        }
    }

    private function deliver(int $signal): void
    {
        foreach ($this->listeners[$signal] ?? [] as $listener) {
            $listener($signal);
        }
    }
}
