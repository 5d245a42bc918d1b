<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** Everybody who has joined, on any wire. */
interface Audience
{
    /**
     * @param  string  $event  a key of `events` in contract.json
     * @param  string|array<string, mixed>  $data  JSON, or what becomes JSON
     * @return int number of receivers
     */
    public function emit(string $event, string|array $data): int;

    /** @return list<string> handles of the sessions that have sockets */
    public function sessions(): array;

    /** Closes the sockets of a session that has ended. */
    public function closeSession(string $handle): void;
}
