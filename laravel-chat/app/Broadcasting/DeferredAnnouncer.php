<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Announcer;
use App\Chat\Message;
use App\Contract;
use Illuminate\Contracts\Broadcasting\Broadcaster;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Facades\Log;
use Throwable;

/** Broadcasts after the answer has gone out, so that the sender does not wait for the sockets. Logs a failure. */
final class DeferredAnnouncer implements Announcer
{
    /** A request stores or changes one message at most. */
    private ?Message $message = null;

    public function __construct(private readonly Application $app)
    {
    }

    public function announce(Message $message): void
    {
        $this->message = $message;
        $this->app->terminating($this->broadcast(...));
    }

    /** Calls the broadcaster itself: Laravel's event dispatcher would run a job for each POST. */
    private function broadcast(): void
    {
        // Laravel keeps the callback, and calls it again in a process that answers several calls, as tests do.
        [$message, $this->message] = [$this->message, null];
        if ($message === null) {
            return;
        }
        $payload = ['messages' => [$message->toArray()]];
        $event = 'messages';
        if ($message->rev !== null) {
            // The loop takes it as a hint, and reads changes from the store; other servers pass the payload on.
            $payload = ['after' => $message->rev - 1] + $payload;
            $event = 'changed';
        }
        try {
            $this->app->make(Broadcaster::class)
                ->broadcast([Contract::get('channel')], Contract::event($event), $payload);
        } catch (Throwable $fault) {
            Log::warning('A stored message may not have been broadcast.', ['why' => $fault->getMessage()]);
        }
    }
}
