<?php

declare(strict_types=1);

namespace App\Broadcasting;

use Illuminate\Broadcasting\BroadcastException;

/** The server that holds the sockets, as HTTP workers use it beside broadcasting. Each broadcaster implements it. */
interface SocketServer
{
    /** @return list<string> the contract's `features` that this server has */
    public function features(): array;

    /**
     * Users who have joined. The loop also counts those whose last socket has just closed.
     *
     * @return array{count: int, users: list<array{id: string, name: string}>} as GET /online answers
     *
     * @throws BroadcastException where the server cannot tell
     */
    public function online(): array;

    /**
     * Closes at least the sockets that joined with this session, which has ended.
     *
     * @throws BroadcastException where they may still be open
     */
    public function closeSession(string $handle, string $userId): void;

    /**
     * @return array<string, string> problems that stop no message, as parts of /health
     *
     * @throws BroadcastException where the server is away or not well
     */
    public function problems(): array;

    /**
     * @return string its part of /metrics, under the contract's names; empty where it has none
     *
     * @throws BroadcastException where a part cannot be told
     */
    public function metrics(): string;
}
