<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\PusherServer;
use ChannelServer\Server\Connections;
use ChannelServer\Server\Listener;
use React\EventLoop\LoopInterface;

/** The way out: accept nobody, finish what is under way, close every client so that it reconnects, end in time. */
final class Drain
{
    private const STEP_SECONDS = 0.02;

    // What is under way gets this share of the time, closing the rest.
    private const SHARE_FOR_MODULES = 0.5;

    private float $begun = 0.0;

    private bool $closing = false;

    /** @param  list<Listener>  $listeners */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly array $listeners,
        private readonly Connections $connections,
        private readonly PusherServer $pusher,
        private readonly Module $module,
        private readonly Log $log,
        private readonly float $seconds,
    ) {
    }

    public function start(int $signal): void
    {
        if ($this->begun > 0.0) {
            return;
        }
        $this->begun = hrtime(true) * 1e-9;
        $this->log->write('stopping', ['signal' => $signal, 'clients' => $this->pusher->countClients()]);
        foreach ($this->listeners as $listener) {
            $listener->close();
        }
        $this->loop->addPeriodicTimer(self::STEP_SECONDS, $this->step(...));
    }

    private function step(): void
    {
        $elapsed = hrtime(true) * 1e-9 - $this->begun;
        if (! $this->closing && ($this->module->isIdle() || $elapsed > $this->seconds * self::SHARE_FOR_MODULES)) {
            $this->closing = true;
            $this->module->finish();
            $this->pusher->drain();
        }
        if ($this->closing && ($this->pusher->countClients() === 0 && $this->connections->buffered === 0 || $elapsed > $this->seconds - 0.5)) {
            $this->loop->stop();
        }
    }
}
