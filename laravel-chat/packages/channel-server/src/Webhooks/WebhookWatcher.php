<?php

declare(strict_types=1);

namespace ChannelServer\Webhooks;

use ChannelServer\Pusher\Channel;
use ChannelServer\Pusher\ChannelWatcher;
use ChannelServer\Pusher\Client;
use ChannelServer\Pusher\Incoming;
use ChannelServer\Pusher\Outgoing;

/** Puts what happens on the channels of an app into the words of Pusher's webhooks. */
final class WebhookWatcher extends ChannelWatcher
{
    /** @param  list<WebhookQueue>  $queues */
    public function __construct(private readonly array $queues)
    {
    }

    public function occupied(string $channel, Client $by): void
    {
        $this->tell('channel_occupied', $channel, ['channel' => $channel], $by);
    }

    public function vacated(string $channel, Client $by): void
    {
        $this->tell('channel_vacated', $channel, ['channel' => $channel], $by);
    }

    public function memberAdded(string $channel, string $userId, Client $by): void
    {
        $this->tell('member_added', "$channel $userId", ['channel' => $channel, 'user_id' => $userId], $by);
    }

    public function memberRemoved(string $channel, string $userId, Client $by): void
    {
        $this->tell('member_removed', "$channel $userId", ['channel' => $channel, 'user_id' => $userId], $by);
    }

    public function cacheMissed(string $channel, Client $by): void
    {
        $this->tell('cache_miss', $channel, ['channel' => $channel], $by);
    }

    public function clientEvent(Channel $channel, Client $from, Incoming $event): void
    {
        $user = $channel->userOf($from);
        $this->tell('client_event', null, [
            'channel' => $channel->name, 'event' => $event->event,
            'data' => is_string($event->data) ? $event->data : Outgoing::json($event->data), 'socket_id' => $from->id,
        ] + ($user === null ? [] : ['user_id' => $user]), $from);
    }

    /** @param  array<string, mixed>  $members */
    private function tell(string $event, ?string $about, array $members, Client $by): void
    {
        $json = Outgoing::json(['name' => $event] + $members);
        foreach ($this->queues as $queue) {
            $queue->add($event, $about, $json, $by->address());
        }
    }
}
