<?php

declare(strict_types=1);

namespace App\Broadcasting;

use GuzzleHttp\ClientInterface;
use Illuminate\Broadcasting\BroadcastException;
use Throwable;

/** The sockets of the chat's own loop: WebSockets\Pusher\HttpApi answers. */
final class LoopSockets implements Sockets
{
    public function __construct(private readonly ClientInterface $http)
    {
    }

    public function online(): array
    {
        $online = json_decode($this->ask('GET', 'online'), true);
        if (! is_int($online['count'] ?? null) || ! is_array($online['users'] ?? null)) {
            throw new BroadcastException('The loop did not tell who is online.');
        }

        /** @var array{count: int, users: list<array{id: string, name: string}>} $online */
        return $online;
    }

    public function close(string $sessionHandle, string $userId): void
    {
        $this->ask('POST', "sessions/{$sessionHandle}/terminate_connections");
    }

    public function assertHealthy(): void
    {
        $this->ask('GET', 'health');
    }

    public function metrics(): string
    {
        try {
            return $this->ask('GET', 'metrics');
        } catch (BroadcastException) {
            return ''; // /health tells that the loop is away
        }
    }

    /** @throws BroadcastException */
    private function ask(string $method, string $path): string
    {
        try {
            $answer = $this->http->request($method, "http://loop/{$path}");
        } catch (Throwable $fault) {
            throw new BroadcastException($fault->getMessage(), previous: $fault);
        }
        $body = (string) $answer->getBody();

        return $answer->getStatusCode() === 200 ? $body : throw new BroadcastException($body);
    }
}
