<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use Closure;
use WebSockets\Chat\Presence;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Router;

/**
 * What the HTTP workers ask of the loop. Only the owner of its unix socket can connect, so no signature is read: events
 * come as Pusher's server libraries send them, and two calls are the chat's own.
 */
final class HttpApi
{
    /** @param  int  $listed  most users that are named */
    public function __construct(
        private readonly ChatChannel $channel,
        private readonly Presence $online,
        private readonly int $listed,
    ) {
    }

    /** @return array<string, Closure(HttpRequest, Connection): ?HttpResponse> */
    public function routes(): array
    {
        return [
            '/apps' => $this->trigger(...),
            '/online' => Router::read(fn (): HttpResponse => HttpResponse::json(
                200, ['count' => $this->online->count(), 'users' => $this->online->list($this->listed)],
            )),
            '/sessions' => $this->endSession(...),
        ];
    }

    /** POST /apps/ID/events */
    private function trigger(HttpRequest $request): HttpResponse
    {
        self::mustMatch('#^/apps/[^/]+/events$#D', $request);
        $event = json_decode($request->body, true, 64);
        [$name, $data] = [$event['name'] ?? null, $event['data'] ?? null];
        $channels = $event['channels'] ?? [$event['channel'] ?? null];
        if (! is_string($name) || ! is_string($data) || ! is_array($channels)) {
            throw new HttpRefused(400, 'invalid_event', 'An event has a name, channels and data that is a string.');
        }
        in_array($this->channel->name, $channels, true) && $this->channel->publish($name, $data);

        return HttpResponse::json(200, (object) []);
    }

    /** POST /sessions/HANDLE/terminate_connections */
    private function endSession(HttpRequest $request): HttpResponse
    {
        [, $handle] = self::mustMatch('#^/sessions/(\w+)/terminate_connections$#D', $request);

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
