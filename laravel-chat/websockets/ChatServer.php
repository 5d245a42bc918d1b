<?php

declare(strict_types=1);

namespace WebSockets;

use Closure;
use ReactEpoll\EpollLoop;
use ReactEpoll\LoopFailed;
use Throwable;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Listener;
use WebSockets\Server\Router;

/** The chat on an event loop: clients come in at one address, HTTP workers call at another. */
final class ChatServer
{
    /** @var list<Listener> where clients come in, one for each host */
    private readonly array $front;

    /** Where HTTP workers call. */
    private readonly Listener $api;

    /** @param  array<string, Closure(HttpRequest, Connection, string): ?HttpResponse>  $moreRoutes  for clients */
    public function __construct(
        private readonly Settings $settings,
        private readonly Services $services,
        private readonly Log $log,
        array $moreRoutes = [],
    ) {
        $forClients = new Router($this->routesOfClients() + $moreRoutes);
        $this->front = array_map(fn (): Listener => new Listener(
            $services->loop, $services->connections, $log, $forClients, sharesPort: $settings->redis !== null,
        ), $settings->hosts);
        $this->api = new Listener(
            $services->loop, $services->apiConnections, $log, new Router($this->routesOfWorkers()),
        );
    }

    /** Serves until SIGTERM or SIGINT. */
    public function run(): void
    {
        $this->start();
        try {
            $this->serve();
        } finally {
            $this->stop();
        }
    }

    /** Listens, and starts the services; the caller runs the loop. */
    public function start(): void
    {
        $services = $this->services;
        $this->listen();
        $services->chat->start($services->channel->welcomeAll(...));
        $services->followOthers?->start();
        $shutdown = new Shutdown(
            $services->loop, $services->chat, $services->pusher, $services->connections, $this->listeners(), $this->log,
        );
        foreach ([SIGTERM, SIGINT] as $signal) {
            $services->loop->addSignal($signal, $shutdown->start(...));
        }
        $this->log->write('started', [
            'url' => "ws://{$this->settings->hosts[0]}:{$this->port()}",
            'api' => $this->settings->api,
            'loop' => $services->loop instanceof EpollLoop ? 'epoll' : 'stream_select',
            'max_connections' => $services->connections->max,
            'pid' => getmypid(),
            'rate_limits' => $this->settings->rateLimits ? 'on' : 'off',
            'window' => $this->settings->messageWindow ? 'on' : 'off',
        ]);
    }

    /**
     * Runs the loop until it is stopped. An exception in a timer or a tick is logged, and the loop goes on.
     */
    public function serve(): void
    {
        while (true) {
            try {
                $this->services->loop->run();

                return;
            } catch (LoopFailed $end) {
                throw $end;
            } catch (Throwable $bug) {
                $this->log->bug($bug);
            }
        }
    }

    public function stop(): void
    {
        foreach ($this->listeners() as $listener) {
            $listener->close();
        }
        $this->services->chat->store->stop();
        $this->log->write('stopped');
    }

    /** The port that was bound. */
    public function port(): int
    {
        return $this->front[0]->port();
    }

    /** @return array<string, Closure(HttpRequest, Connection, string): ?HttpResponse> */
    private function routesOfClients(): array
    {
        return [
            'GET /app/([^/]+)' => $this->services->pusher->open(...),
            'GET /health' => $this->services->health->answer(...),
            'GET /empty' => static fn (): HttpResponse => new HttpResponse(200),
        ];
    }

    /** @return array<string, Closure(HttpRequest, Connection, string): ?HttpResponse> */
    private function routesOfWorkers(): array
    {
        return $this->services->api->routes() + [
            'GET /health' => $this->services->health->answer(...),
            'GET /metrics' => fn (): HttpResponse => HttpResponse::json(200, $this->services->chat->metrics->all()),
        ];
    }

    /** The first host may ask for any free port; the others listen on the same one. */
    private function listen(): void
    {
        $this->api->listen("unix:{$this->settings->api}");
        foreach ($this->settings->hosts as $i => $host) {
            $port = $i === 0 ? $this->settings->port : $this->port();
            $this->front[$i]->listen((str_contains($host, ':') ? "[$host]" : $host).":{$port}");
        }
    }

    /** @return list<Listener> */
    private function listeners(): array
    {
        return [...$this->front, $this->api];
    }
}
