<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** What clients send: subscribe, unsubscribe, ping, pong, signin and client events. Whatever else comes is ignored. */
final class ClientEvents
{
    public function __construct(private readonly Channels $channels)
    {
    }

    public function handle(Client $client, string $payload): void
    {
        $event = Incoming::parse($payload, $client->settings->maxMessageMembers);
        if ($event === null) {
            $client->refuse(Outgoing::error(
                null, 'This is not an event: send a JSON object with the members event, channel and data',
            ));

            return;
        }
        match ($event->event) {
            'pusher:ping' => $client->send(Outgoing::withText('pusher:pong', '{}')),
            'pusher:subscribe' => $this->subscribe($client, $event),
            'pusher:unsubscribe' => $this->unsubscribe($client, $event),
            'pusher:signin' => $this->signIn($client, $event),
            default => str_starts_with($event->event, 'client-') ? $this->relay($client, $event) : null,
        };
    }

    public function gone(Client $client): void
    {
        foreach ($client->channels as $channel) {
            $channel->leave($client);
            $this->channels->left($channel);
        }
        $client->channels = [];
        $this->channels->remove($client);
    }

    private function subscribe(Client $client, Incoming $event): void
    {
        $data = $event->object();
        $name = $data->channel ?? null;
        if ($data === null || ! is_string($name) || ! ChannelName::isValid($name) || $name[0] === '#') {
            $client->refuse(Outgoing::subscriptionError(
                is_string($name) && ChannelName::isValid($name) ? $name : '',
                SubscriptionRefused::malformed(ChannelName::RULE),
            ));

            return;
        }
        try {
            $this->join($client, $name, $data->auth ?? null, $data->channel_data ?? null);
        } catch (SubscriptionRefused $refused) {
            $client->refuse(Outgoing::subscriptionError($name, $refused));
        }
    }

    private function join(Client $client, string $name, mixed $auth, mixed $channelData): void
    {
        if (isset($client->channels[$name])) {
            $client->refuse(Outgoing::error(null, "Existing subscription to channel $name"));

            return;
        }
        $needsAuth = ChannelName::needsAuth($name);
        $most = $client->maxSubscriptions();
        if (count($client->channels) >= $most && ! ($needsAuth && $most < $client->settings->maxSubscriptions)) {
            throw SubscriptionRefused::tooMany($most);
        }
        $member = null;
        if ($needsAuth) {
            $signed = is_string($channelData) ? $channelData : null;
            if (! Signature::signsChannel($client->app, $auth, $client->id, $name, $signed)) {
                throw SubscriptionRefused::unauthorized('The auth signature does not match this socket and channel');
            }
            $member = ChannelName::isPresence($name) ? ChannelData::parse($channelData) : null;
        }
        $channel = $this->channels->forJoining($name);
        $channel->join($client, $member);
        $client->channels[$name] = $channel;
        $this->channels->joined($channel);
        if (ChannelName::isCache($name)) {
            $client->repeat($this->channels->lastOf($name));
        }
        if ($needsAuth) {
            $client->proved();
        }
    }

    private function unsubscribe(Client $client, Incoming $event): void
    {
        $name = $event->object()->channel ?? null;
        $channel = is_string($name) ? $client->channels[$name] ?? null : null;
        if ($channel !== null) {
            unset($client->channels[$name]);
            $channel->leave($client);
            $this->channels->left($channel);
            if (ChannelName::needsAuth($name)) {
                $client->unproved();
            }
        }
    }

    private function signIn(Client $client, Incoming $event): void
    {
        $data = $event->object();
        $userData = $data->user_data ?? null;
        // Decoded only where the application signed it.
        $isSigned = is_string($userData)
            && Signature::signsUser($client->app, $data->auth ?? null, $client->id, $userData);
        $user = $isSigned ? json_decode($userData, false, 32) : null;
        $id = $user instanceof \stdClass ? $user->id ?? null : null;
        if (! is_string($userData) || ! is_string($id) || $id === '') {
            $client->fail(
                ErrorCode::UNAUTHORIZED, 'Connection not authorized: the signature of pusher:signin does not match',
            );

            return;
        }
        if ($client->signedInAs === null) {
            $client->proved();
        }
        $client->signedInAs = $id;
        $client->send(Outgoing::event('pusher:signin_success', ['user_data' => $userData]));
    }

    private function relay(Client $client, Incoming $event): void
    {
        $channel = $client->channels[$event->channel ?? ''] ?? null;
        if (! $client->app->clientMessages) {
            $this->reject($client, 'Client events are not enabled for this app');
        } elseif ($channel === null) {
            $this->reject($client, 'Client events need a subscription to their channel');
        } elseif (! ChannelName::takesClientEvents($channel->name)) {
            $this->reject($client, 'Client events are for private and presence channels that are not encrypted');
        } elseif (! EventName::isValid($event->event)) {
            $this->reject($client, EventName::RULE);
        } elseif ($channel instanceof LimitsItself || $this->mayStillSend($client)) {
            $this->channels->clientEvent($channel, $client, $event);
        } else {
            $client->refuse(Outgoing::error(
                ErrorCode::RATE_LIMIT, 'The client event was rejected because the rate limit has been exceeded',
            ));
        }
    }

    private function reject(Client $client, string $why): void
    {
        $client->refuse(Outgoing::error(null, "The client event was rejected. {$why}"));
    }

    private function mayStillSend(Client $client): bool
    {
        $rate = $client->settings->clientEventsPerSecond;
        if ($rate <= 0) {
            return true;
        }
        $now = hrtime(true) * 1e-9;
        $client->clientEvents ??= new TokenBucket($rate, $rate, $now);

        return $client->clientEvents->take($now);
    }
}
