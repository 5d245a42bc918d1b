<?php

declare(strict_types=1);

namespace Tests\WebSockets\Fuzz;

use RuntimeException;
use Tests\WebSockets\Harness\Peer;
use Tests\WebSockets\Harness\TestServer;

/** Throws seeded nonsense at a server from many connections while one well-behaved client goes on chatting. */
final class Fuzzing
{
    private const CONNECTIONS = 20;

    private const FRAMES_BETWEEN_TURNS = 50;

    private const FRAMES_BETWEEN_MESSAGES = 500;

    private readonly TestServer $server;

    private readonly Nonsense $nonsense;

    private readonly Peer $witness;

    /** @var array<int, Peer> */
    private array $peers = [];

    private int $said = 0;

    /** Memory after the warm-up, in bytes. */
    private int $warm = 0;

    public function __construct(int $seed)
    {
        $this->nonsense = new Nonsense($seed);
        $this->server = new TestServer(rateLimits: false);
        $this->witness = $this->server->client()->join('1', 'witness');
    }

    /**
     * @param  callable(string): void  $report
     * @return array{frames: int, connections: int, grownBytes: int, messages: int}
     *
     * @throws RuntimeException where the server logged a bug or the witness was disturbed
     */
    public function run(int $frames, callable $report): array
    {
        $connections = 0;
        for ($i = 1; $i <= $frames; $i++) {
            $at = mt_rand(0, self::CONNECTIONS - 1);
            $peer = $this->peers[$at] ?? null;
            if ($peer === null || $peer->ended) {
                $this->peers[$at] = $this->connect();
                $connections++;
            } else {
                $peer->write($this->nonsense->frame($peer->socketId));
                // A half frame would swallow all that follows: some connections end there.
                if (mt_rand(0, 200) === 0) {
                    $peer->hangUp();
                }
            }
            if ($i % self::FRAMES_BETWEEN_TURNS === 0) {
                $this->server->pass(0.0005);
                array_map(static fn (Peer $peer) => $peer->forget(), $this->peers);
            }
            if ($i % self::FRAMES_BETWEEN_MESSAGES === 0) {
                $this->witnessSpeaks();
            }
            if ($i === intdiv($frames, 4)) {
                $this->warm = $this->memory();
            }
            if ($i % 50_000 === 0) {
                $report("{$i} frames, {$connections} connections, ".$this->memory().' bytes');
            }
        }
        $this->witnessSpeaks();
        $grown = $this->memory() - $this->warm;
        $this->server->stop();

        return ['frames' => $frames, 'connections' => $connections, 'grownBytes' => $grown, 'messages' => $this->said];
    }

    private function connect(): Peer
    {
        if (mt_rand(0, 4) === 0) {
            return $this->server->peer()->write($this->nonsense->request());
        }

        return mt_rand(0, 2) === 0 ? $this->server->client()->join((string) mt_rand(100, 120)) : $this->server->client();
    }

    private function witnessSpeaks(): void
    {
        $this->said++;
        $this->witness->say('client-message', ['text' => "said {$this->said}", 'clientId' => "w{$this->said}"], 'presence-chat');
        if (! $this->witness->event('ack')['data']['ok']) {
            throw new RuntimeException("The witness's message {$this->said} was refused");
        }
        $seen = false;
        while (! $seen) {
            foreach ($this->witness->event('messages')['data']['messages'] as $message) {
                $seen = $seen || $message['clientId'] === "w{$this->said}";
            }
        }
        $this->witness->forget();
        $bugs = $this->server->log('bug');
        if ($bugs !== []) {
            throw new RuntimeException('The server logged a bug: '.json_encode($bugs[0]));
        }
    }

    /** With the fuzzing connections closed and forgotten, so that only what stays is counted. */
    private function memory(): int
    {
        foreach ($this->peers as $peer) {
            $peer->hangUp();
        }
        $this->peers = [];
        $this->server->pass(0.05);
        $this->server->store->forget();
        gc_collect_cycles();

        return memory_get_usage();
    }
}
