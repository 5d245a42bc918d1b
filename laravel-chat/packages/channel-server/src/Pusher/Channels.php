<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\Server\Deadlines;

/** The occupied channels and the clients of one app. */
final class Channels
{
    /** @var array<string, Channel> */
    private array $occupied = [];

    /** @var array<string, Client> by socket id */
    private array $clients = [];

    public readonly LastEvents $lastEvents;

    /** Events that the application published. */
    public int $published = 0;

    /** Events of clients for other clients. */
    public int $clientEvents = 0;

    public function __construct(
        private readonly App $app,
        private readonly ChannelMaker $maker,
    ) {
        $this->lastEvents = new LastEvents;
    }

    public function find(string $name): ?Channel
    {
        return $this->occupied[$name] ?? null;
    }

    public function forJoining(string $name): Channel
    {
        if (isset($this->occupied[$name])) {
            return $this->occupied[$name];
        }

        return $this->maker->make($this->app, $name);
    }

    /** @return array<int|string, Channel> */
    public function all(): array
    {
        return $this->occupied;
    }

    public function joined(Channel $channel): void
    {
        $this->occupied[$channel->name] = $channel;
    }

    public function left(Channel $channel): void
    {
        if ($channel->isEmpty()) {
            unset($this->occupied[$channel->name]);
        }
    }

    public function add(Client $client): void
    {
        $this->clients[$client->id] = $client;
    }

    public function remove(Client $client): void
    {
        unset($this->clients[$client->id]);
    }

    /** Gives a new subscriber of a cache channel its last event, or pusher:cache_miss. */
    public function lastOf(string $name): string
    {
        $last = $this->lastEvents->find($name, Deadlines::now());

        return $last['frame'] ?? Outgoing::withText('pusher:cache_miss', '', $name);
    }

    public function clientEvent(Channel $channel, Client $from, Incoming $event): void
    {
        $this->clientEvents++;
        $channel->clientEvent($from, $event);
    }

    public function countClients(): int
    {
        return count($this->clients);
    }

    /** @return array<string, Client> */
    public function clients(): array
    {
        return $this->clients;
    }

    /** @return list<Client> all sockets that signed in as $userId or are present somewhere as them */
    public function socketsOf(string $userId): array
    {
        $sockets = [];
        foreach ($this->occupied as $channel) {
            foreach ($channel->socketsOf($userId) as $client) {
                $sockets[$client->id] = $client;
            }
        }
        foreach ($this->clients as $client) {
            if ($client->signedInAs === $userId) {
                $sockets[$client->id] = $client;
            }
        }

        return array_values($sockets);
    }

    /** An event of the HTTP API for one channel; "#server-to-user-ID" reaches those who signed in as ID. */
    public function publish(string $name, string $event, string $data, ?string $exceptSocketId): void
    {
        $this->published++;
        if (ChannelName::isCache($name)) {
            $this->lastEvents->keep($name, $event, $data, Outgoing::withText($event, $data, $name), Deadlines::now());
        }
        if (str_starts_with($name, '#server-to-user-')) {
            $frame = Outgoing::withText($event, $data, $name);
            foreach ($this->clients as $client) {
                if ($client->signedInAs === substr($name, 16) && $client->id !== $exceptSocketId) {
                    $client->send($frame);
                }
            }

            return;
        }
        $this->forJoining($name)->publish($event, $data, $exceptSocketId);
    }
}
