<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Sockets;
use App\JsonText;
use Illuminate\Broadcasting\BroadcastException;

/** The sockets of the chat's own loops: WebSockets\Pusher\HttpApi answers. */
final class LoopSockets implements Sockets
{
    public function __construct(private readonly LoopClient $loop)
    {
    }

    public function features(): array
    {
        return ['presence', 'typing', 'welcome', 'socketSend', 'metrics'];
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
        // All of this host: one that is told and dies does not tell the others.
        [$answers, $faults] = $this->askEach('POST', "/sessions/{$sessionHandle}/terminate_connections");
        $answers !== [] || throw $faults[0];
    }

    public function ailments(): array
    {
        [$answers, $faults] = $this->askEach('GET', '/health');
        $answers !== [] || throw $faults[0];
        $ailments = $faults === [] ? [] : ['loops' => 'one is away or in trouble'];
        foreach ($answers as $answer) {
            $parts = (array) (json_decode($answer, true)['parts'] ?? []);
            $ailments += array_filter($parts, static fn (mixed $state): bool => $state !== 'ok');
        }

        return $ailments;
    }

    public function metrics(): string
    {
        return implode('', $this->askEach('GET', '/metrics')[0]);
    }

    /** @return array{list<string>, list<BroadcastException>} answers, and the faults of loops that are away */
    private function askEach(string $method, string $path): array
    {
        $answers = $faults = [];
        foreach ($this->loop->each() as $loop) {
            try {
                $answers[] = $loop->ask($method, $path);
            } catch (BroadcastException $fault) {
                $faults[] = $fault;
            }
        }

        return [$answers, $faults];
    }
}
