<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Channels;
use ChannelServer\Pusher\HttpApi\HttpApi;
use ChannelServer\Pusher\PusherServer;
use ChannelServer\Server\Address;
use ChannelServer\Server\Connections;
use ChannelServer\Server\HttpConversation;
use ChannelServer\Server\Listener;
use ChannelServer\Server\Places;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use ReactEpoll\LoopFailed;
use Throwable;

/**
 * A Pusher server on an event loop: two addresses that are listened on, and the way out. What it serves beyond the
 * Pusher protocol is a module's, which is made when the loop is there.
 */
final class PusherLoop
{
    private const LAG_SECONDS = 0.5;

    // Connections of HTTP workers, one each: clients never take their place. Where the API is on the sockets' port too,
    // half of them are spare places there.
    private const API_CONNECTIONS = 256;

    // What is no connection: standard streams, listeners, epoll, processes of a module, a database, spare.
    private const OTHER_DESCRIPTORS = 64;

    // One part in so many of all connections is never given to those who have not joined.
    private const KEPT_FOR_JOINED = 4;

    // One address has one part in so many, unless connections_per_address says otherwise.
    private const PART_OF_AN_ADDRESS = 2;

    public readonly LoopInterface $loop;

    public readonly Connections $connections;

    public readonly int $maxConnections;

    /** s; how late the last timer of the loop ran */
    public float $lag = 0.0;

    /** @var array<string, int> what befell connections, by code */
    public array $errors = [];

    private readonly LoopChoice $choice;

    private readonly PusherServer $pusher;

    private readonly Module $module;

    private readonly Listener $listener;

    /** On the other address that `localhost` may be. */
    private readonly Listener $besideListener;

    private readonly Listener $apiListener;

    private readonly Drain $drain;

    /** @param  callable(LoopInterface): Module  $makeModule */
    public function __construct(
        private readonly ServerSettings $settings,
        private readonly Log $log,
        callable $makeModule,
    ) {
        $this->choice = $settings->forceSelect ? LoopChoice::select('asked for') : LoopChoice::best();
        $this->loop = $this->choice->loop;
        $this->maxConnections = min(
            $settings->maxConnections ?? PHP_INT_MAX,
            max(16, $this->choice->maxStreams - self::API_CONNECTIONS - self::OTHER_DESCRIPTORS),
        );
        $spare = $settings->apiOnSocketPort ? intdiv(self::API_CONNECTIONS, 2) : 0;
        $places = new Places(
            $this->maxConnections,
            $settings->connectionsPerAddress ?? max(1, intdiv($this->maxConnections, self::PART_OF_AN_ADDRESS)),
            $this->maxConnections - intdiv($this->maxConnections, self::KEPT_FOR_JOINED),
            $settings->unjoinedPerAddress,
            $spare,
        );
        $bytes = $settings->receiverBufferMaxBytes;
        $this->connections = new Connections($this->loop, $log, $bytes, $this->failed(...), $places);
        $this->module = $module = $makeModule($this->loop);
        $this->pusher = new PusherServer(
            $settings->apps, $module->channels(), $settings->pusher, $this->handshakeRefused(...),
        );
        $api = new HttpApi($settings->apps, $this->pusher, $module->calls());
        $health = new Health(
            $module, ['loop' => $this->choice->name, 'maxConnections' => $this->maxConnections, 'pid' => getmypid()],
        );
        $front = new Front(
            $this->pusher, ['/health' => $health->summary(...)] + $module->paths(),
            $settings->apiOnSocketPort ? $api : null, $module->handlers(),
        );
        $apiFront = new ApiFront($api, $health, fn (): string => $module->metrics($this));
        $listener = fn (): Listener => new Listener(
            $this->loop, $this->connections, $this->log,
            static fn (): HttpConversation => new HttpConversation($front, $settings->maxRequestBytes),
            $settings->tls,
        );
        $this->listener = $listener();
        $this->besideListener = $listener();
        // Connections of their own: however many clients there are, workers get through.
        $this->apiListener = new Listener(
            $this->loop,
            new Connections($this->loop, $log, $bytes, $this->failed(...), new Places(self::API_CONNECTIONS - $spare)),
            $this->log,
            static fn (): HttpConversation => new HttpConversation($apiFront, $settings->maxRequestBytes),
        );
        $this->drain = new Drain(
            $this->loop, [$this->listener, $this->besideListener, $this->apiListener], $this->connections,
            $this->pusher, $module, $log, $settings->shutdownSeconds,
        );
    }

    /** @return list<App> */
    public function apps(): array
    {
        return $this->settings->apps->apps;
    }

    public function channels(App $app): Channels
    {
        return $this->pusher->channels($app);
    }

    public function countClients(): int
    {
        return $this->pusher->countClients();
    }

    /** Serves until SIGTERM or SIGINT. */
    public function run(): void
    {
        $this->start();
        $this->serve();
        $this->stop();
    }

    /**
     * Runs the loop until it is stopped. A bug in a timer, or in what was put off to the next turn, costs what it was
     * about to do, not the server.
     */
    public function serve(): void
    {
        while (true) {
            try {
                $this->loop->run();

                return;
            } catch (LoopFailed $end) {
                throw $end;
            } catch (Throwable $bug) {
                $this->log->bug($bug);
            }
        }
    }

    /** The port that was bound. */
    public function port(): int
    {
        return $this->listener->port();
    }

    /** The API's, where it is on TCP. */
    public function apiPort(): int
    {
        return $this->apiListener->port();
    }

    public function stop(): void
    {
        $this->listener->close();
        $this->besideListener->close();
        $this->apiListener->close();
        $this->module->stop();
        $this->log->write('stopped');
    }

    private function listenBeside(Address $address): void
    {
        $beside = $address->beside($this->listener->port());
        if ($beside === null) {
            return;
        }
        if ($beside->isOfThisMachine()) {
            $this->besideListener->listen($beside);
        } else {
            $why = "this machine has no {$beside->host}";
            $this->log->write('listening_alone', ['on' => (string) $address, 'why' => $why]);
        }
    }

    /** Listens; the caller runs the loop. */
    public function start(): void
    {
        $this->apiListener->listen($this->settings->api);
        $address = Address::tcp($this->settings->host, $this->settings->port);
        $this->listener->listen($address);
        $this->listenBeside($address);
        $this->module->start();
        foreach ([SIGTERM, SIGINT] as $signal) {
            $this->loop->addSignal($signal, fn () => $this->drain->start($signal));
        }
        $this->watchLag();
        $this->log->write('started', array_filter([
            'url' => ($this->settings->tls === [] ? 'ws' : 'wss')."://{$this->settings->host}:{$this->port()}",
            'api' => (string) $this->settings->api,
            'loop' => $this->choice->name,
            'max_connections' => $this->maxConnections,
            'why_no_better_loop' => $this->choice->why,
            'pid' => getmypid(),
        ] + $this->module->facts(), static fn (mixed $fact): bool => $fact !== null));
    }

    private function failed(string $code): void
    {
        $this->errors[$code] = ($this->errors[$code] ?? 0) + 1;
        $this->module->failed($code);
    }

    /** @param  array<string, mixed>  $facts */
    private function handshakeRefused(string $why, array $facts): void
    {
        $this->log->repeatable('handshake_refused', ['why' => $why] + $facts);
        if ($why === 'origin_not_allowed') { // the others are codes of Pusher's
            $this->failed($why);
        }
    }

    private function watchLag(): void
    {
        $due = hrtime(true) * 1e-9 + self::LAG_SECONDS;
        $this->loop->addPeriodicTimer(self::LAG_SECONDS, function () use (&$due): void {
            $now = hrtime(true) * 1e-9;
            $this->lag = round(max(0.0, $now - $due), 6);
            $due = $now + self::LAG_SECONDS;
        });
    }
}
