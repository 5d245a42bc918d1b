<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\HttpApi\HttpApi;
use ChannelServer\Server\Connection;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;

/** The address that HTTP workers and supervisors know: the signed HTTP API, and all that the loop tells about itself. */
final class ApiFront implements HttpHandler
{
    /** @param  callable(): string  $metrics  gives Prometheus text */
    public function __construct(
        private readonly HttpApi $api,
        private readonly Health $health,
        private $metrics,
    ) {
    }

    /** Only the HTTP API takes bodies, and its signatures can be checked without them. */
    public function admit(HttpRequest $head, Connection $connection): void
    {
        if (! HttpApi::isApiPath($head->path())) {
            throw HttpRefused::noBody();
        }
        $this->api->admit($head);
    }

    public function handle(HttpRequest $request, Connection $connection): HttpResponse
    {
        if (HttpApi::isApiPath($request->path())) {
            return $this->api->handle($request);
        }
        $answer = match ($request->path()) {
            '/health' => $this->health->details(...),
            '/metrics' => $this->metrics(...),
            default => throw HttpRefused::notFound(),
        };
        $request->mustRead();

        return $answer();
    }

    private function metrics(): HttpResponse
    {
        return new HttpResponse(200, ($this->metrics)(), ['Content-Type' => 'text/plain; version=0.0.4; charset=utf-8'] + HttpResponse::NOT_KEPT);
    }
}
