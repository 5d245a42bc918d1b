<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Contract;
use App\Http\SessionHandle;
use Illuminate\Broadcasting\BroadcastException;

/** Sockets of a server that the chat runs upon, which answers calls of its own. */
final class ChatSockets implements Sockets
{
    public function __construct(private readonly PusherApi $api)
    {
    }

    public function online(): array
    {
        $online = $this->api->call('GET', '/channels/'.Contract::load()->channel().'/online');
        if (! is_int($online['count'] ?? null) || ! is_array($online['users'] ?? null)) {
            throw new BroadcastException('The loop answered something else than who is online: does another Pusher server stand in its place? CHAT_SOCKET_SERVER names it.');
        }

        /** @var list<array{id: string, name: string}> $users */
        $users = $online['users'];

        return ['count' => $online['count'], 'users' => $users];
    }

    public function close(string $sessionId, string $userId): void
    {
        $this->api->call('POST', '/sessions/'.SessionHandle::of($sessionId).'/terminate_connections', '{}');
    }

    public function mustBeWell(): void
    {
        $this->api->fetch('GET', '/health');
    }

    public function metrics(): string
    {
        try {
            return $this->api->fetch('GET', '/metrics');
        } catch (BroadcastException) {
            return ''; // which /health tells
        }
    }
}
