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
    /** @var list<Message> */
    private array $messages = [];

    public function __construct(private readonly Application $app)
    {
    }

    public function announce(Message $message): void
    {
        if ($this->messages === []) {
            $this->app->terminating($this->announceAll(...));
        }
        $this->messages[] = $message;
    }

    private function announceAll(): void
    {
        // Laravel keeps the callback, and calls it again in a process that answers several calls, as tests do.
        [$messages, $this->messages] = [$this->messages, []];
        try {
            $broadcaster = $this->app->make(Broadcaster::class);
            foreach ($messages as $message) {
                self::broadcast($broadcaster, $message);
            }
        } catch (Throwable $fault) {
            Log::warning('Some stored messages may not have been broadcast.', ['why' => $fault->getMessage()]);
        }
    }

    /** Not as an event by Laravel's dispatcher, which would run each as a job: every POST broadcasts. */
    private static function broadcast(Broadcaster $broadcaster, Message $message): void
    {
        $payload = ['messages' => [$message->toArray()]];
        $event = 'messages';
        if ($message->rev !== null) {
            // The loop takes it as a hint, and reads changes from the store; other servers pass the payload on.
            $payload = ['after' => $message->rev - 1] + $payload;
            $event = 'changed';
        }
        $broadcaster->broadcast([Contract::channel()], Contract::event($event), $payload);
    }
}
