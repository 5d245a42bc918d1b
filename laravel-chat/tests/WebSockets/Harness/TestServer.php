<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use App\Clock;
use App\Contract;
use App\Origins;
use Closure;
use ReactEpoll\EpollLoop;
use RuntimeException;
use WebSockets\ChatServer;
use WebSockets\Log;
use WebSockets\Pusher\PusherApp;
use WebSockets\Server\Deadlines;
use WebSockets\Services;
use WebSockets\Settings;

/** The chat on a real port inside the test's process, with a store in memory; the loop turns while a test waits. */
final class TestServer
{
    private const TURNS = 50;

    private const DESCRIPTORS = 1024;

    public readonly MemoryStore $store;

    public readonly Services $services;

    public readonly ChatServer $server;

    public readonly int $port;

    private readonly string $api;

    /** Another process of the same chat, which turns while a test waits for this one. */
    public ?self $beside = null;

    /** @var list<Peer> */
    private array $peers = [];

    private readonly MemoryLog $log;

    /**
     * @param  list<string>  $origins
     * @param  non-empty-list<string>  $hosts
     * @param  (Closure(Services): array<string, Closure>)|null  $moreRoutes
     */
    public function __construct(
        array $origins = [],
        bool $rateLimits = true,
        bool $storeIsUp = true,
        int $activityTimeout = 120,
        int $port = 0,
        array $hosts = ['127.0.0.1'],
        ?Closure $moreRoutes = null,
        ?string $redis = null,
    ) {
        $this->log = new MemoryLog;
        $this->store = new MemoryStore;
        $this->store->held = ! $storeIsUp;
        $this->api = sys_get_temp_dir().'/api-'.getmypid().'-'.bin2hex(random_bytes(4));
        $settings = new Settings(
            $hosts, $port, $this->api,
            new PusherApp('key', 'secret', new Origins($origins), $activityTimeout),
            $rateLimits,
            redis: $redis,
        );
        $log = $this->log->log;
        $loop = new EpollLoop;
        $this->services = new Services($settings, $loop, self::DESCRIPTORS, $log, $this->store->on($loop));
        $routes = $moreRoutes === null ? [] : $moreRoutes($this->services);
        $this->server = new ChatServer($settings, $this->services, $log, $routes);
        $this->server->start();
        $this->port = $this->server->port();
    }

    public function peer(): Peer
    {
        return $this->peers[] = new Peer($this, $this->services->loop, "tcp://127.0.0.1:{$this->port}");
    }

    /** A peer at the address of WorkerApi. */
    public function apiPeer(): Peer
    {
        return new Peer($this, $this->services->loop, "unix://{$this->api}");
    }

    public function client(): Peer
    {
        return $this->peer()->connect();
    }

    /**
     * Turns the loop until $done, or fails.
     *
     * @param  callable(): bool  $done
     */
    public function until(callable $done, string $what = 'something', float $seconds = 60.0): void
    {
        $loop = $this->services->loop;
        $isDone = false;
        $check = $loop->addPeriodicTimer(0.001, function () use ($done, $loop, &$isDone): void {
            $this->beside?->turn();
            if ($done()) {
                $isDone = true;
                $loop->stop();
            }
        });
        $limit = $loop->addTimer($seconds, $loop->stop(...));
        if (! $done()) {
            $loop->run();
        } else {
            $isDone = true;
        }
        $loop->cancelTimer($check);
        $loop->cancelTimer($limit);
        if (! $isDone) {
            throw new RuntimeException("Waited {$seconds} s in vain for {$what}");
        }
    }

    /** One turn of the loop. */
    public function turn(): void
    {
        $this->services->loop->futureTick($this->services->loop->stop(...));
        $this->services->loop->run();
    }

    /** Turns the loop for that long, and for as many turns as what has been sent takes: on a busy machine the time may pass between two of them. */
    public function pass(float $seconds): void
    {
        $loop = $this->services->loop;
        $loop->addTimer($seconds, $loop->stop(...));
        $loop->run();
        for ($turn = 0; $turn < self::TURNS; $turn++) {
            $this->turn();
        }
    }

    /**
     * A call of WorkerApi.
     *
     * @return array{int, mixed} status and body
     */
    public function api(string $method, string $path, mixed $body = null): array
    {
        $json = $body === null ? '' : (is_string($body) ? $body : (string) json_encode($body));
        $peer = $this->apiPeer()->write("{$method} {$path} HTTP/1.1\r\nHost: x\r\nContent-Length: ".strlen($json)."\r\n\r\n{$json}");
        $answer = $peer->answer();
        $peer->hangUp();

        return [(int) substr($answer, 9, 3), json_decode(explode("\r\n\r\n", $answer, 2)[1], true)];
    }

    /** @return list<array<string, mixed>> the lines of the log */
    public function log(string $event): array
    {
        return $this->log->lines($event);
    }

    /** Lets so many seconds pass for the deadlines of connections. */
    public function passSeconds(int $seconds): void
    {
        $this->services->connections->deadlines->run((int) Clock::now() + $seconds);
    }

    /** Lets the grace time pass of users whose last socket is gone. */
    public function passGraceSeconds(): void
    {
        $seconds = Contract::limit('leaveGraceMs') / 1000;
        $this->services->chat->presence->removeLeft(Clock::now() + $seconds);
    }

    /** Leaves no descriptor behind: PHPUnit keeps its tests, and select() takes 1,024. */
    public function stop(): void
    {
        $this->server->stop();
        foreach ($this->services->connections->all() as $connection) {
            $connection->close();
        }
        array_map(static fn (Peer $peer) => $peer->hangUp(), $this->peers);
        $this->peers = [];
    }
}
