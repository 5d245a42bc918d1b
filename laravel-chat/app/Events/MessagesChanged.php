<?php

declare(strict_types=1);

namespace App\Events;

use App\Chat\Message;
use App\Contract;
use Illuminate\Broadcasting\PresenceChannel;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;

/** A message was edited or deleted in the store: all joined sockets hear of it. */
final readonly class MessagesChanged implements ShouldBroadcastNow
{
    public function __construct(public Message $message)
    {
    }

    public function broadcastOn(): PresenceChannel
    {
        return new PresenceChannel(substr(Contract::load()->channel(), strlen('presence-')));
    }

    public function broadcastAs(): string
    {
        return Contract::load()->event('changed');
    }

    /** @return array{after: int, messages: list<array<string, mixed>>} */
    public function broadcastWith(): array
    {
        return ['after' => (int) $this->message->rev - 1, 'messages' => [$this->message->toArray()]];
    }
}
