<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Contract;
use App\JsonText;
use WebSockets\Chat\Audience;
use WebSockets\Chat\OnlineUser;

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

    public function emitMemberChange(OnlineUser $user, bool $isHere, int $count): void
    {
        // As many as a presence channel of Pusher's has: beyond that, each newcomer would cost an event to everybody.
        if ($count <= Contract::limit('onlineListed')) {
            $info = $isHere ? ['user_info' => ['name' => $user->name]] : [];
            $event = $isHere ? 'pusher_internal:member_added' : 'pusher_internal:member_removed';
            $this->send(ServerEvent::frame($event, ['user_id' => $user->id] + $info, Contract::get('channel')));
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

    /** @param  string  $frame  a finished WebSocket frame */
    private function send(string $frame): void
    {
        foreach ($this->clients as $client) {
            $client->send($frame);
        }
    }
}
