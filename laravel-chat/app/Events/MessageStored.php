<?php

declare(strict_types=1);

namespace App\Events;

use App\Chat\Message;
use App\Contract;
use Illuminate\Broadcasting\Channel;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;

/** A message was sent, or edited or deleted, which gives it a revision. Everybody in the channel is told. */
final readonly class MessageStored implements ShouldBroadcastNow
{
    public function __construct(private Message $message)
    {
    }

    public function broadcastOn(): Channel
    {
        return new Channel(Contract::load()->channel());
    }

    public function broadcastAs(): string
    {
        return Contract::load()->event($this->message->rev === null ? 'messages' : 'changed');
    }

    /** @return array{after?: int, messages: list<array<string, mixed>>} as the contract has both events */
    public function broadcastWith(): array
    {
        $messages = ['messages' => [$this->message->toArray()]];

        return $this->message->rev === null ? $messages : ['after' => $this->message->rev - 1] + $messages;
    }
}
