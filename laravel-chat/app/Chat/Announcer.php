<?php

declare(strict_types=1);

namespace App\Chat;

use App\Contract;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\Facades\Log;
use Throwable;

/**
 * Tells everybody what is stored, once the answer has gone out: its sender does not wait for the sockets. A failure is
 * logged and never thrown, since the message is stored all the same.
 */
final class Announcer
{
    /** @var list<array{string, array<string, mixed>}> events and what they carry */
    private array $events = [];

    public function __construct(private readonly Application $app, private readonly Sockets $sockets)
    {
    }

    /** Clients that miss it ask after their last id. */
    public function sent(Message $message): void
    {
        $this->announce('messages', ['messages' => [$message->toArray()]]);
    }

    /** The loop asks the store again, and clients after the revision they know. */
    public function changed(Message $message): void
    {
        $this->announce('changed', ['after' => (int) $message->rev - 1, 'messages' => [$message->toArray()]]);
    }

    /** @param  array<string, mixed>  $data */
    private function announce(string $event, array $data): void
    {
        if ($this->events === []) {
            $this->app->terminating($this->publishAll(...));
        }
        $this->events[] = [Contract::load()->event($event), $data];
    }

    private function publishAll(): void
    {
        [$events, $this->events] = [$this->events, []];
        try {
            foreach ($events as [$event, $data]) {
                $this->sockets->publish($event, $data);
            }
        } catch (Throwable $fault) {
            Log::warning('Some stored messages may not have been broadcast.', ['why' => $fault->getMessage()]);
        }
    }
}
