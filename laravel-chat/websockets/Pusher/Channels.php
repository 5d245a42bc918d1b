<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/** The occupied channels and the clients. */
final class Channels
{
    /** @var array<string, Channel> */
    private array $occupied = [];

    /** @var array<string, Client> by socket id */
    private array $clients = [];

    public function __construct(public readonly ChatChannel $chat)
    {
    }

    public function named(string $name): Channel
    {
        return $name === $this->chat->name ? $this->chat : $this->occupied[$name] ?? new Channel($name);
    }

    public function has(string $name): bool
    {
        return isset($this->occupied[$name]);
    }

    /** @return list<string> the occupied ones */
    public function names(): array
    {
        return array_map('strval', array_keys($this->occupied));
    }

    /** @throws SubscriptionRefused */
    public function join(Client $client, string $name, mixed $channelData): void
    {
        $channel = $this->named($name);
        $channel->join($client, $channelData);
        $client->channels[$name] = $this->occupied[$name] = $channel;
    }

    public function leave(Client $client, Channel $channel): void
    {
        unset($client->channels[$channel->name]);
        $channel->leave($client);
        if ($channel->isEmpty()) {
            unset($this->occupied[$channel->name]);
        }
    }

    public function add(Client $client): void
    {
        $this->clients[$client->id] = $client;
    }

    /** Forgets a client that is gone. */
    public function remove(Client $client): void
    {
        foreach ($client->channels as $channel) {
            $this->leave($client, $channel);
        }
        unset($this->clients[$client->id]);
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
}
