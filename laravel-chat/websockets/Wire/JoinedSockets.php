<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use App\Contract;
use ChannelServer\Pusher\Client;
use ChannelServer\Pusher\Outgoing;
use WebSockets\Chat\Receiver;

/** The sockets that have joined the chat: what all are told is encoded once. */
final class JoinedSockets implements Receiver
{
    /** @var array<int, Client> by object id */
    private array $clients = [];

    public function __construct(private readonly Contract $contract)
    {
    }

    public function add(Client $client): void
    {
        $this->clients[spl_object_id($client)] = $client;
    }

    public function remove(Client $client): void
    {
        unset($this->clients[spl_object_id($client)]);
    }

    public function tell(string $event, string|array $data): int
    {
        $data = is_string($data) ? $data : Outgoing::json($data);
        $frame = Outgoing::withText($this->contract->event($event), $data, $this->contract->channel());
        foreach ($this->clients as $client) {
            $client->send($frame);
        }

        return count($this->clients);
    }
}
