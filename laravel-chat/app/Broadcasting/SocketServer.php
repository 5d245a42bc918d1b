<?php

declare(strict_types=1);

namespace App\Broadcasting;

use Illuminate\Broadcasting\BroadcastException;

/** HTTP workers ask this of the server that holds the sockets, beside broadcasts. Each broadcaster implements it. */
interface SocketServer
{
    /** @return list<string> the contract's `features` that this server has */
    public function features(): array;

    /**
     * Users who have joined. The loop also counts those whose last socket has just closed.
     *
     * @return array{count: int, users: list<array{id: string, name: string}>} as GET /online answers
     *
     * @throws BroadcastException if the server cannot tell
     */
    public function online(): array;

    /**
     * Closes at least the sockets that joined with this session, which has ended.
     *
     * @throws BroadcastException if they may still be open
     */
    public function closeSession(string $handle, string $userId): void;

    /**
     * @return array<string, string> problems that stop no message, as parts of /health
     *
     * @throws BroadcastException if the server is away or not well
     */
    public function problems(): array;

    /**
     * @return list<array<string, int|float>> its parts of /metrics, by series of the contract's names
     *
     * @throws BroadcastException if a part is unknown
     */
    public function metrics(): array;
}
