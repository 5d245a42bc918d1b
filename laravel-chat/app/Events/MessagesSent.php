<?php

declare(strict_types=1);

namespace App\Events;

use App\Chat\Message;
use App\Contract;
use Illuminate\Broadcasting\PresenceChannel;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;

/** Messages are in the store: all joined sockets hear of it. */
final readonly class MessagesSent implements ShouldBroadcastNow
{
    /** @param  list<Message>  $messages in rising id order */
    public function __construct(public array $messages)
    {
    }

    public function broadcastOn(): PresenceChannel
    {
        return new PresenceChannel(substr(Contract::load()->channel(), strlen('presence-')));
    }

    public function broadcastAs(): string
    {
        return Contract::load()->event('messages');
    }

    /** @return array{messages: list<array<string, mixed>>} */
    public function broadcastWith(): array
    {
        return ['messages' => array_map(fn (Message $message) => $message->toArray(), $this->messages)];
    }
}
