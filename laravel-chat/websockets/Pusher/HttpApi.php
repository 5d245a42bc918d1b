<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Chat\Presence;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Settings;

/**
 * The signed HTTP API under /apps/ID: events as the Pusher server libraries send them, and two calls of the chat's own:
 * who is online, and to end a session.
 */
final class HttpApi
{
    /** @param  int  $listed  most users that are named */
    public function __construct(
        private readonly Settings $settings,
        private readonly ChatChannel $channel,
        private readonly Presence $online,
        private readonly int $listed,
    ) {
    }

    /** @throws HttpRefused */
    public function handle(HttpRequest $request): HttpResponse
    {
        Signature::check($this->settings, $request, time());
        $app = "/apps/{$this->settings->appId}";
        if ($request->path() === "{$app}/events") {
            $request->requireMethod('POST');

            return $this->trigger($request->body);
        }
        if ($request->path() === "{$app}/channels/{$this->channel->name}/online") {
            $request->requireMethod('GET');

            return HttpResponse::json(
                200, ['count' => $this->online->count(), 'users' => $this->online->list($this->listed)],
            );
        }
        if (
            preg_match(
                '#^'.preg_quote($app, '#').'/sessions/(\w+)/terminate_connections$#D', $request->path(), $parts,
            ) === 1
        ) {
            $request->requireMethod('POST');

            return HttpResponse::json(200, ['closed' => $this->channel->sessions->end($parts[1])]);
        }
        throw HttpRefused::notFound();
    }

    private function trigger(string $json): HttpResponse
    {
        $event = json_decode($json, true, 64);
        [$name, $data] = [$event['name'] ?? null, $event['data'] ?? null];
        $channels = $event['channels'] ?? [$event['channel'] ?? null];
        if (! is_string($name) || ! is_string($data) || ! is_array($channels)) {
            throw new HttpRefused(400, 'invalid_event', 'An event has a name, channels and data that is a string.');
        }
        in_array($this->channel->name, $channels, true) && $this->channel->publish($name, $data);

        return HttpResponse::json(200, (object) []);
    }
}
