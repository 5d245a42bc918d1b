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
    public function tell(string $event, string|array $data): int;
}
