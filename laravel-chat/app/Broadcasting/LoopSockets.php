<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\JsonText;
use Illuminate\Broadcasting\BroadcastException;

/** The sockets of the chat's own loops: WebSockets\Pusher\HttpApi answers. */
final class LoopSockets implements Sockets
{
    public function __construct(private readonly LoopClient $loop)
    {
    }

    public function publish(string $event, array $data): void
    {
        $this->loop->tell("/events/{$event}", JsonText::of($data));
    }

    public function online(): array
    {
        $online = json_decode($this->loop->ask('GET', '/online'), true);
        if (! is_int($online['count'] ?? null) || ! is_array($online['users'] ?? null)) {
            throw new BroadcastException('The loop did not tell who is online.');
        }

        /** @var array{count: int, users: list<array{id: string, name: string}>} $online */
        return $online;
    }

    public function close(string $sessionHandle, string $userId): void
    {
        $this->loop->ask('POST', "/sessions/{$sessionHandle}/terminate_connections");
    }

    public function ailments(): array
    {
        $parts = [];
        foreach ($this->loop->each() as $loop) {
            $parts = [...$parts, ...(array) (json_decode($loop->ask('GET', '/health'), true)['parts'] ?? [])];
        }

        return array_filter($parts, static fn (mixed $state): bool => $state !== 'ok');
    }

    public function metrics(): string
    {
        $text = '';
        foreach ($this->loop->each() as $loop) {
            try {
                $text .= $loop->ask('GET', '/metrics');
            } catch (BroadcastException) {
                // /health tells that a loop is away
            }
        }

        return $text;
    }
}
