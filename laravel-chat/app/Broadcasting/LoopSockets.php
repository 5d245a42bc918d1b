<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Contract;
use GuzzleHttp\ClientInterface;
use Illuminate\Broadcasting\BroadcastException;
use Pusher\Pusher;
use Throwable;

/** The sockets of the chat's own loop, which answers calls of its own beside Pusher's. */
final class LoopSockets implements Sockets
{
    /** @param  ClientInterface  $http  for what needs no signature */
    public function __construct(private readonly Pusher $pusher, private readonly ClientInterface $http)
    {
    }

    public function online(): array
    {
        $online = $this->ask(fn () => $this->pusher->get('/channels/'.Contract::load()->channel().'/online', [], true));
        if (! is_int($online['count'] ?? null) || ! is_array($online['users'] ?? null)) {
            throw new BroadcastException(
                'The loop did not tell who is online: does another server stand in its place?',
            );
        }

        /** @var array{count: int, users: list<array{id: string, name: string}>} $online */
        return $online;
    }

    public function close(string $sessionHandle, string $userId): void
    {
        $this->ask(fn () => $this->pusher->post("/sessions/{$sessionHandle}/terminate_connections", '{}'));
    }

    public function assertHealthy(): void
    {
        $this->ask(function (): void {
            $health = $this->http->request('GET', 'http://loop/health');
            $health->getStatusCode() === 200 || throw new BroadcastException((string) $health->getBody());
        });
    }

    public function metrics(): string
    {
        try {
            return (string) $this->http->request('GET', 'http://loop/metrics')->getBody();
        } catch (Throwable) {
            return ''; // /health tells that the loop is away
        }
    }

    private function ask(callable $call): mixed
    {
        try {
            return $call();
        } catch (Throwable $fault) {
            throw new BroadcastException($fault->getMessage(), previous: $fault);
        }
    }
}
