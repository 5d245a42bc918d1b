<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Settings;

/** Handles the events of clients: subscribe, unsubscribe, ping and client events. Others are ignored. */
final class ClientEvents
{
    public function __construct(
        private readonly Channels $channels,
        private readonly Settings $settings,
    ) {
    }

    public function handle(Client $client, string $payload): void
    {
        $event = Incoming::parse($payload);
        if ($event === null) {
            $client->send(Outgoing::error(
                null, 'This is not an event: send a JSON object with the members event, channel and data',
            ));

            return;
        }
        match ($event->event) {
            'pusher:ping' => $client->send(Outgoing::withText('pusher:pong', '{}')),
            'pusher:subscribe' => $this->subscribe($client, $event),
            'pusher:unsubscribe' => $this->unsubscribe($client, $event),
            default => str_starts_with($event->event, 'client-') ? $this->clientEvent($client, $event) : null,
        };
    }

    public function gone(Client $client): void
    {
        $this->channels->remove($client);
    }

    private function subscribe(Client $client, Incoming $event): void
    {
        $data = $event->object();
        $name = $data->channel ?? null;
        try {
            if (! is_string($name) || ! ChannelName::isValid($name)) {
                $name = '';
                throw SubscriptionRefused::malformed(ChannelName::RULE);
            }
            $this->join($client, $name, $data->auth ?? null, $data->channel_data ?? null);
        } catch (SubscriptionRefused $refused) {
            $client->send(Outgoing::subscriptionError($name, $refused));
        }
    }

    /** @throws SubscriptionRefused */
    private function join(Client $client, string $name, mixed $auth, mixed $channelData): void
    {
        if (isset($client->channels[$name])) {
            $client->send(Outgoing::error(null, "Existing subscription to channel $name"));

            return;
        }
        $needsAuth = ChannelName::needsAuth($name);
        $isJoining = $needsAuth && array_filter(array_keys($client->channels), ChannelName::needsAuth(...)) === [];
        if (! $isJoining && count($client->channels) >= $client->subscriptionsMax()) {
            throw SubscriptionRefused::tooMany($client->subscriptionsMax());
        }
        if ($needsAuth) {
            $data = is_string($channelData) ? $channelData : null;
            if (! Signature::signsChannel($this->settings, $auth, $client->id, $name, $data)) {
                throw SubscriptionRefused::unauthorized('The auth signature does not match this socket and channel');
            }
            if (ChannelName::isPresence($name) && $name !== $this->channels->chat->name) {
                throw SubscriptionRefused::malformed("The presence channel here is {$this->channels->chat->name}");
            }
        }
        $this->channels->join($client, $name, $channelData);
        $needsAuth && $client->signed();
    }

    private function unsubscribe(Client $client, Incoming $event): void
    {
        $name = $event->object()->channel ?? null;
        $channel = is_string($name) ? $client->channels[$name] ?? null : null;
        if ($channel !== null) {
            $this->channels->leave($client, $channel);
            ChannelName::needsAuth($channel->name) && $client->unsigned();
        }
    }

    private function clientEvent(Client $client, Incoming $event): void
    {
        $channel = $client->channels[$event->channel ?? ''] ?? null;
        if ($channel instanceof ChatChannel) {
            $channel->clientEvent($client, $event);
        } else {
            $only = "Client events are for subscribers of {$this->channels->chat->name}";
            $client->send(Outgoing::error(null, "The client event was rejected. $only"));
        }
    }
}
