<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Pusher\HttpApi\HttpApi;
use WebSockets\Pusher\PusherServer;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpHandler;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;

/** The loop's addresses: clients at /app, the HTTP API at /apps, and what watches the loop. */
final class Front implements HttpHandler
{
    public function __construct(
        private readonly PusherServer $pusher,
        private readonly HttpApi $api,
        private readonly Health $health,
        private readonly Metrics $metrics,
    ) {
    }

    /** Only the HTTP API takes bodies, and its signatures can be checked without them. */
    public function admit(HttpRequest $head): void
    {
        if ($this->isApi($head->path())) {
            $this->api->admit($head);
        } elseif (! PusherServer::isClientPath($head->path())) {
            $this->watching($head);
            throw new HttpRefused(413, 'body_too_large', 'This address takes no body.');
        }
    }

    public function handle(HttpRequest $request, Connection $connection): ?HttpResponse
    {
        $path = $request->path();
        if (PusherServer::isClientPath($path)) {
            $this->pusher->open($request, $connection);

            return null;
        }

        return $this->isApi($path) ? $this->api->handle($request) : $this->watching($request)();
    }

    private function isApi(string $path): bool
    {
        return preg_match('#^(?:/[^/]+)*?/apps/#', $path) === 1;
    }

    /** @return callable(): HttpResponse */
    private function watching(HttpRequest $request): callable
    {
        $answer = match ($request->path()) {
            '/empty' => static fn (): HttpResponse => new HttpResponse(200),
            '/health' => $this->health->response(...),
            '/metrics' => $this->metrics->response(...),
            default => throw new HttpRefused(404, 'not_found', 'There is nothing at this address.'),
        };
        if ($request->method !== 'GET' && $request->method !== 'HEAD') {
            throw new HttpRefused(405, 'method_not_allowed', 'This address does not answer this method.', ['Allow' => 'GET, HEAD']);
        }

        return $answer;
    }
}
