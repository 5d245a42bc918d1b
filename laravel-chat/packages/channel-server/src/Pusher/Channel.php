<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use JsonException;

/** A channel and its subscribers: what public, private and encrypted channels share. */
class Channel
{
    // A client event to more receivers is charged for. A presence channel of Pusher's has at most so many.
    private const FREE_RECEIVERS = 100;

    /** @var array<int, Client> by object id */
    protected array $clients = [];

    public function __construct(public readonly string $name)
    {
    }

    /** @param  ChannelData|null  $data on presence channels only */
    public function join(Client $client, ?ChannelData $data): void
    {
        $this->clients[spl_object_id($client)] = $client;
        $client->send(Outgoing::withText('pusher_internal:subscription_succeeded', '{}', $this->name));
    }

    public function leave(Client $client): void
    {
        unset($this->clients[spl_object_id($client)]);
    }

    /** Sends one finished frame to every subscriber. */
    public function send(string $frame, ?Client $except = null): void
    {
        foreach ($this->clients as $client) {
            if ($client !== $except) {
                $client->send($frame);
            }
        }
    }

    /** An event that came in over the HTTP API. */
    public function publish(string $event, string $data, ?string $exceptSocketId): void
    {
        $frame = Outgoing::withText($event, $data, $this->name);
        foreach ($this->clients as $client) {
            if ($client->id !== $exceptSocketId) {
                $client->send($frame);
            }
        }
    }

    /** An event of a subscriber for the others. */
    public function clientEvent(Client $from, Incoming $event): void
    {
        try {
            $frame = Outgoing::clientEvent($event->event, $this->name, $event->data, $this->userOf($from));
        } catch (JsonException) {
            $from->refuse(Outgoing::error(
                null, 'The client event was rejected. Its data has a number that is beyond every double',
            ));

            return;
        }
        $from->charge(max(0, count($this->clients) - 1 - self::FREE_RECEIVERS) * strlen($frame));
        $this->send($frame, $from);
    }

    public function has(Client $client): bool
    {
        return isset($this->clients[spl_object_id($client)]);
    }

    /** Who $client is here; null where the channel does not know. */
    public function userOf(Client $client): ?string
    {
        return null;
    }

    /** @return list<Client> the sockets of one user, where the channel knows users */
    public function socketsOf(string $userId): array
    {
        return [];
    }

    /** @return list<string>|null ids of the users present; null where the channel does not know users */
    public function userIds(): ?array
    {
        return null;
    }

    public function subscriptionCount(): int
    {
        return count($this->clients);
    }

    public function isEmpty(): bool
    {
        return $this->clients === [];
    }
}
