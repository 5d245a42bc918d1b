<?php

declare(strict_types=1);

namespace WebSockets;

use App\Clock;
use WebSockets\Server\Listener;

/** A shutdown: stops accepting, delivers messages under way, closes clients so that they reconnect, ends in time. */
final class Drain
{
    private const STEP_SECONDS = 0.02;

    // Messages under way get this share of the time, closing the rest.
    private const SHARE_FOR_MESSAGES = 0.5;

    private float $begun = 0.0;

    private bool $isClosing = false;

    /** @param  list<Listener>  $listeners */
    public function __construct(
        private readonly ChatServer $server,
        private readonly array $listeners,
        private readonly Log $log,
        private readonly float $seconds,
    ) {
    }

    public function start(int $signal): void
    {
        if ($this->begun > 0.0) {
            return;
        }
        $this->begun = Clock::now();
        $this->log->write('stopping', ['signal' => $signal, 'clients' => $this->server->pusher->countClients()]);
        foreach ($this->listeners as $listener) {
            $listener->close();
        }
        $this->server->loop->addPeriodicTimer(self::STEP_SECONDS, $this->step(...));
    }

    private function step(): void
    {
        $elapsed = Clock::now() - $this->begun;
        [$pusher, $chat] = [$this->server->pusher, $this->server->chat];
        $isDelivered = $chat->isIdle() || $elapsed > $this->seconds * self::SHARE_FOR_MESSAGES;
        if (! $this->isClosing && $isDelivered) {
            $this->isClosing = true;
            $chat->storedMessages->flush();
            $pusher->drain();
        }
        $isDone = $this->isClosing && $pusher->countClients() === 0 && $this->server->connections->buffered === 0;
        if ($isDone || $elapsed > $this->seconds - 0.5) {
            $this->server->loop->stop();
        }
    }
}
