<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\JsonText;
use Closure;
use Illuminate\Broadcasting\Broadcasters\PusherBroadcaster;
use Pusher\Pusher;

/** Laravel's driver `loop`: broadcasts through the chat's own loops, and signs subscriptions as Pusher does. */
final class LoopBroadcaster extends PusherBroadcaster implements SocketServer
{
    /** @param  Closure(): Pusher  $makePusher  makes the signer of subscriptions, which broadcasts do not need */
    public function __construct(private readonly LoopClient $loops, private readonly Closure $makePusher)
    {
    }

    public function validAuthenticationResponse($request, $result)
    {
        $this->pusher = ($this->makePusher)();

        return parent::validAuthenticationResponse($request, $result);
    }

    /**
     * @param  array<mixed>  $channels
     * @param  array<string, mixed>  $payload
     */
    public function broadcast(array $channels, $event, array $payload = [])
    {
        $this->loops->post("/events/{$event}", JsonText::of($payload));
    }

    public function features(): array
    {
        return ['presence', 'typing', 'welcome', 'socketSend', 'metrics'];
    }

    public function online(): array
    {
        return json_decode($this->loops->get('/online'), true);
    }

    public function closeSession(string $handle, string $userId): void
    {
        // Every loop is asked: one that dies right after its answer would not publish to the others.
        [$answers, $faults] = $this->loops->askEach('POST', "/sessions/{$handle}/close");
        if ($answers === []) {
            throw $faults[0];
        }
    }

    public function problems(): array
    {
        [$answers, $faults] = $this->loops->askEach('GET', '/health');
        if ($answers === []) {
            throw $faults[0];
        }
        $problems = $faults === [] ? [] : ['loops' => 'one is away or in trouble'];
        foreach ($answers as $answer) {
            $parts = (array) (json_decode($answer, true)['parts'] ?? []);
            $problems += array_filter($parts, static fn (mixed $state): bool => $state !== 'ok');
        }

        return $problems;
    }

    public function metrics(): array
    {
        [$answers, $faults] = $this->loops->askEach('GET', '/metrics');
        if ($faults !== []) {
            throw $faults[0]; // counters must not go backwards
        }

        return array_map(static fn (string $answer): array => json_decode($answer, true), $answers);
    }
}
