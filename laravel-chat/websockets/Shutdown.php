<?php

declare(strict_types=1);

namespace WebSockets;

use App\Clock;
use App\Contract;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\Chat;
use WebSockets\Pusher\PusherServer;
use WebSockets\Server\Connections;
use WebSockets\Server\Listener;

/**
 * Ends the server in time: refuses new connections and messages, delivers those under way, then closes clients, which
 * reconnect.
 */
final class Shutdown
{
    private const STEP_SECONDS = 0.02;

    // Messages under way get this share of the time; closing clients gets the rest.
    private const SHARE_FOR_MESSAGES = 0.5;

    // ChatServer::stop(), which follows the loop, has this long.
    private const RESERVE_SECONDS = 0.5;

    private float $begun = 0.0;

    private bool $isClosing = false;

    /** @param  list<Listener>  $listeners */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Chat $chat,
        private readonly PusherServer $pusher,
        private readonly Connections $connections,
        private readonly array $listeners,
        private readonly Log $log,
    ) {
    }

    public function start(int $signal): void
    {
        if ($this->begun > 0.0) {
            return;
        }
        $this->begun = Clock::now();
        $this->log->write('stopping', ['signal' => $signal, 'clients' => $this->pusher->countClients()]);
        foreach ($this->listeners as $listener) {
            $listener->close();
        }
        $this->chat->queue->close();
        $this->loop->addPeriodicTimer(self::STEP_SECONDS, $this->step(...));
    }

    private function step(): void
    {
        $seconds = Contract::limit('shutdownMaxMs') / 1000;
        $elapsed = Clock::now() - $this->begun;
        $isDelivered = $this->chat->isIdle() || $elapsed > $seconds * self::SHARE_FOR_MESSAGES;
        if (! $this->isClosing && $isDelivered) {
            $this->isClosing = true;
            $this->chat->broadcast->flush();
            $this->pusher->closeAll();
        }
        $isDone = $this->isClosing && $this->pusher->countClients() === 0 && $this->connections->bufferedBytes() === 0;
        if ($isDone || $elapsed > $seconds - self::RESERVE_SECONDS) {
            $this->loop->stop();
        }
    }
}
