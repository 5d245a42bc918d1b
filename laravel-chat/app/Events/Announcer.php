<?php

declare(strict_types=1);

namespace App\Events;

use App\Chat\Message;
use Illuminate\Contracts\Broadcasting\Factory as Broadcasting;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Facades\Log;
use Throwable;

/**
 * Broadcasts what is stored once the answer has gone out: its sender does not wait for the sockets. A failure is logged
 * and never thrown, since the message is stored: clients ask after the last id or revision that they know.
 */
final class Announcer
{
    /** @var list<MessageStored> */
    private array $events = [];

    public function __construct(private readonly Application $app)
    {
    }

    public function announce(Message $message): void
    {
        if ($this->events === []) {
            $this->app->terminating($this->broadcast(...));
        }
        $this->events[] = new MessageStored($message);
    }

    /** Without Laravel's dispatcher, which runs each event as a job: that would take 3 % of a POST. */
    private function broadcast(): void
    {
        // Laravel keeps the callback: in a process that answers several calls, as in tests, it comes again.
        [$events, $this->events] = [$this->events, []];
        try {
            $broadcaster = $this->app->make(Broadcasting::class)->connection();
            foreach ($events as $event) {
                $broadcaster->broadcast([$event->broadcastOn()], $event->broadcastAs(), $event->broadcastWith());
            }
        } catch (Throwable $fault) {
            Log::warning('Some stored messages may not have been broadcast.', ['why' => $fault->getMessage()]);
        }
    }
}
