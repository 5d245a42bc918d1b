<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\HttpApi\HttpApi;
use ChannelServer\Pusher\PusherServer;
use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;

/** The port that everybody reaches: clients at /app, whether the loop is well, and what a module adds. */
final class Front implements HttpHandler
{
    /**
     * @param  array<string, callable(): HttpResponse>  $paths
     * @param  HttpApi|null  $api where it is to be on this port too, as laravel-websockets has it
     * @param  array<string, HttpHandler>  $handlers  by the path that is theirs, with all below it
     */
    public function __construct(
        private readonly PusherServer $pusher,
        private readonly array $paths,
        private readonly ?HttpApi $api = null,
        private readonly array $handlers = [],
    ) {
    }

    /** A body is listened to only where a signature over it has come with the head, or by a handler that wants it. */
    public function admit(HttpRequest $head, Connection $connection): void
    {
        if (($handler = $this->handlerOf($head)) !== null) {
            $handler->admit($head, $connection);

            return;
        }
        if (! $this->isApi($head)) {
            if (! PusherServer::isClientPath($head->path())) {
                $this->watching($head);
            }
            throw HttpRefused::noBody();
        }
        $this->api?->admit($head);
        $connection->stays(true);
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        if (PusherServer::isClientPath($request->path())) {
            $this->pusher->open($request, $connection);

            return null;
        }

        if (($handler = $this->handlerOf($request)) !== null) {
            return $handler->handle($request, $connection);
        }

        return $this->isApi($request) ? $this->api?->handle($request) : $this->watching($request)();
    }

    private function handlerOf(HttpRequest $request): ?HttpHandler
    {
        foreach ($this->handlers as $path => $handler) {
            if ($request->path() === $path || str_starts_with($request->path(), "$path/")) {
                return $handler;
            }
        }

        return null;
    }

    private function isApi(HttpRequest $request): bool
    {
        return $this->api !== null && HttpApi::isApiPath($request->path());
    }

    /** @return callable(): HttpResponse */
    private function watching(HttpRequest $request): callable
    {
        $answer = $this->paths[$request->path()] ?? throw HttpRefused::notFound();
        $request->mustRead();

        return $answer;
    }
}
