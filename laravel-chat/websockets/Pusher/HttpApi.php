<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use Closure;
use WebSockets\Chat\Bus;
use WebSockets\Chat\Presence;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Router;

/**
 * HTTP workers publish events here, ask who is online and end sessions. Only the owner of the unix socket can connect.
 */
final class HttpApi
{
    /** @param  int  $listed  most users that are named */
    public function __construct(
        private readonly ChatChannel $channel,
        private readonly Presence $online,
        private readonly Bus $bus,
        private readonly int $listed,
    ) {
    }

    /** @return array<string, Closure(HttpRequest, Connection): ?HttpResponse> */
    public function routes(): array
    {
        return [
            '/events' => $this->publish(...),
            '/online' => Router::read(fn (): HttpResponse => HttpResponse::json(
                200, ['count' => $this->online->count(), 'users' => $this->online->list($this->listed)],
            )),
            '/sessions' => $this->endSession(...),
        ];
    }

    /** POST /events/NAME, with what the event carries */
    private function publish(HttpRequest $request): HttpResponse
    {
        [, $event] = self::mustMatch('#^/events/(\w+)$#D', $request);
        $this->channel->publish($event, $request->body);

        return HttpResponse::json(200, (object) []);
    }

    /** POST /sessions/HANDLE/terminate_connections */
    private function endSession(HttpRequest $request): HttpResponse
    {
        [, $handle] = self::mustMatch('#^/sessions/(\w+)/terminate_connections$#D', $request);
        $this->bus->publish('ended', [$handle]);

        return HttpResponse::json(200, ['closed' => $this->channel->sessions->end($handle)]);
    }

    /** @return array<string> the path's parts */
    private static function mustMatch(string $path, HttpRequest $request): array
    {
        preg_match($path, $request->path(), $parts) === 1 || throw HttpRefused::notFound();
        $request->requireMethod('POST');

        return $parts;
    }
}
