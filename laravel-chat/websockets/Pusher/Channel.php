<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/** A public or private channel and its subscribers. */
class Channel
{
    /** @var array<int, Client> by object id */
    protected array $clients = [];

    public function __construct(public readonly string $name)
    {
    }

    /**
     * @param  mixed  $channelData  what the application signed beside the name: on presence channels
     *
     * @throws SubscriptionRefused
     */
    public function join(Client $client, mixed $channelData): void
    {
        $this->clients[spl_object_id($client)] = $client;
        $client->send(Outgoing::withText('pusher_internal:subscription_succeeded', '{}', $this->name));
    }

    public function leave(Client $client): void
    {
        unset($this->clients[spl_object_id($client)]);
    }

    /** @param  string  $frame  a finished WebSocket frame */
    protected function send(string $frame, ?string $exceptSocketId = null): void
    {
        foreach ($this->clients as $client) {
            if ($client->id !== $exceptSocketId) {
                $client->send($frame);
            }
        }
    }

    /** An event that came in over the HTTP API. */
    public function publish(string $event, string $data, ?string $exceptSocketId): void
    {
        $this->send(Outgoing::withText($event, $data, $this->name), $exceptSocketId);
    }

    public function isEmpty(): bool
    {
        return $this->clients === [];
    }
}
