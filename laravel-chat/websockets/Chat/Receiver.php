<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** Everybody who has joined, on any wire. */
interface Receiver
{
    /**
     * @param  string  $event  a key of `events` in contract.json
     * @param  string|array<string, mixed>  $data  JSON, or what becomes JSON
     * @return int how many got it
     */
    public function tellAll(string $event, string|array $data): int;

    /**
     * A user came, or is gone: what clients that know no `presence` are told at once.
     *
     * @param  int  $count  users online now
     */
    public function tellMember(OnlineUser $user, bool $isHere, int $count): void;
}
