<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Announcer;
use App\Chat\Message;
use App\Contract;
use Illuminate\Contracts\Foundation\Application;
use Psr\Log\LoggerInterface;
use Throwable;

/** Broadcasts once the answer has gone out: its sender does not wait for the server that holds the sockets. */
final class BroadcastAnnouncer implements Announcer
{
    /** @var list<array{string, array<string, mixed>}> events and what they carry */
    private array $events = [];

    public function __construct(
        private readonly Application $app,
        private readonly LoggerInterface $log,
    ) {
    }

    public function sent(Message $message): void
    {
        $this->broadcast('messages', ['messages' => [$message->toArray()]]);
    }

    public function changed(Message $message): void
    {
        $this->broadcast('changed', ['after' => (int) $message->rev - 1, 'messages' => [$message->toArray()]]);
    }

    /** @param  array<string, mixed>  $data */
    private function broadcast(string $event, array $data): void
    {
        if ($this->events === []) {
            $this->app->terminating($this->flush(...));
        }
        $this->events[] = [Contract::load()->event($event), $data];
    }

    private function flush(): void
    {
        [$events, $this->events] = [$this->events, []];
        try {
            // Here, so that settings with which nothing can be told do not keep a message from the store.
            $sockets = $this->app->make(Sockets::class);
            foreach ($events as [$event, $data]) {
                $sockets->publish($event, $data);
            }
        } catch (Throwable $fault) {
            $this->log->warning('What is stored may not be broadcast.', ['why' => $fault->getMessage()]);
        }
    }
}
