<?php

declare(strict_types=1);

namespace App\Chat;

use App\Events\MessageStored;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Facades\Log;
use Throwable;

/**
 * Broadcasts what is stored once the answer has gone out: its sender does not wait for the sockets. A failure is logged
 * and never thrown, since the message is stored: clients ask after the last id or revision that they know.
 */
final class Announcer
{
    /** @var list<Message> */
    private array $messages = [];

    public function __construct(private readonly Application $app, private readonly Dispatcher $events)
    {
    }

    public function announce(Message $message): void
    {
        if ($this->messages === []) {
            $this->app->terminating($this->broadcast(...));
        }
        $this->messages[] = $message;
    }

    private function broadcast(): void
    {
        [$messages, $this->messages] = [$this->messages, []];
        try {
            foreach ($messages as $message) {
                $this->events->dispatch(new MessageStored($message));
            }
        } catch (Throwable $fault) {
            Log::warning('Some stored messages may not have been broadcast.', ['why' => $fault->getMessage()]);
        }
    }
}
