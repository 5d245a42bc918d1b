<?php

declare(strict_types=1);

namespace App\Chat;

use Illuminate\Broadcasting\BroadcastException;
use Throwable;

/** The sockets of the chat, as HTTP workers ask the server that holds them. */
interface Sockets
{
    /** @return list<string> of `features` in contract.json, what this server can: clients do without the others */
    public function features(): array;

    /**
     * Tells everybody who has joined.
     *
     * @param  string  $event  by its name on the wire
     * @param  array<string, mixed>  $data
     *
     * @throws Throwable where it may have reached no client
     */
    public function publish(string $event, array $data): void;

    /**
     * Users with an open socket, and those whose last one has just closed.
     *
     * @return array{count: int, users: list<array{id: string, name: string}>} as GET /online answers
     *
     * @throws BroadcastException where the server cannot tell
     */
    public function online(): array;

    /**
     * Closes the sockets that were joined with a session that has ended.
     *
     * @throws BroadcastException where they may still be open
     */
    public function close(string $sessionHandle, string $userId): void;

    /**
     * @return array<string, string> problems that stop no message, as parts of /health
     *
     * @throws BroadcastException where the server is away or not well
     */
    public function problems(): array;

    /** How many processes of this host hold them; 1 where the server does not tell. */
    public function processes(): int;

    /** @return string its part of /metrics, under the contract's names; empty where it has none, or is away */
    public function metrics(): string;
}
