<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Contract;
use App\JsonText;
use WebSockets\Chat\Audience;

/** Sends events to all clients that have joined: each is encoded and framed once for all. */
final class FanOut implements Audience
{
    /** @var array<int, Client> who has joined, by object id */
    private array $clients = [];

    /** @return array<int, Client> */
    public function clients(): array
    {
        return $this->clients;
    }

    public function join(Client $client): void
    {
        $this->clients[spl_object_id($client)] = $client;
    }

    public function leave(Client $client): void
    {
        unset($this->clients[spl_object_id($client)]);
    }

    public function emit(string $event, string|array $data): int
    {
        $json = is_string($data) ? $data : JsonText::of($data);
        $this->send(ServerEvent::frameOfJson(Contract::event($event), $json, Contract::get('channel')));

        return count($this->clients);
    }

    /** @param  string  $frame  a finished WebSocket frame */
    public function send(string $frame): void
    {
        foreach ($this->clients as $client) {
            $client->send($frame);
        }
    }

    public function sessions(): array
    {
        return array_values(array_unique(array_filter(array_column($this->clients, 'session'))));
    }

    public function closeSession(string $handle): void
    {
        foreach ($this->clients as $client) {
            if ($client->session === $handle) {
                $client->closeWithError(ErrorCode::UNAUTHORIZED, 'The session has ended');
            }
        }
    }
}
