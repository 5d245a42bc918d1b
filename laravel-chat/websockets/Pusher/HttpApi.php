<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use JsonException;
use stdClass;
use WebSockets\Chat\Presence;
use WebSockets\Server\HttpRefused;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Settings;

/**
 * The signed HTTP API under /apps/ID: what the Pusher server libraries call, and two calls of the chat's own: who is
 * online, and to end a session.
 */
final class HttpApi
{
    // Pusher's own bounds.
    private const CHANNELS = 100;

    private const EVENT_NAME_CHARACTERS = 200;

    /** @param  int  $listed  most users that are named */
    public function __construct(
        private readonly Settings $settings,
        private readonly Channels $channels,
        private readonly Presence $online,
        private readonly int $listed,
    ) {
    }

    /** @throws HttpRefused */
    public function handle(HttpRequest $request): HttpResponse
    {
        if (preg_match('#^/apps/([^/]+)(/.+)$#D', $request->path(), $parts) !== 1) {
            throw HttpRefused::notFound();
        }
        if (rawurldecode($parts[1]) !== $this->settings->appId) {
            throw new HttpRefused(404, 'unknown_app', 'There is no app of this id here.');
        }
        Signature::check($this->settings, $request, time());

        return HttpResponse::json(200, $this->answer($request, $parts[2]));
    }

    /** @return array<string, mixed>|object */
    private function answer(HttpRequest $request, string $path): array|object
    {
        if ($path === '/events') {
            $request->requireMethod('POST');

            return $this->trigger($request->body);
        }
        if (preg_match('#^/sessions/([^/]{1,512})/terminate_connections$#D', $path, $parts) === 1) {
            $request->requireMethod('POST');

            return ['closed' => $this->channels->chat->sessions->end(rawurldecode($parts[1]))];
        }
        if (preg_match('#^/channels(?:/([^/]+)(/users|/online)?)?$#D', $path, $parts) !== 1) {
            throw HttpRefused::notFound();
        }
        $request->requireMethod('GET');
        $name = rawurldecode($parts[1] ?? '');
        $isChat = $name === $this->channels->chat->name;

        return match ($parts[2] ?? '') {
            '/online' => $isChat ? ['count' => $this->online->count(), 'users' => $this->online->list($this->listed)] : throw HttpRefused::notFound(),
            '/users' => $isChat ? ['users' => array_map(static fn (string $id): array => ['id' => $id], $this->online->ids())]
                : throw new HttpRefused(400, 'invalid_parameter', 'Only presence channels know their users.'),
            default => $name === '' ? ['channels' => (object) array_fill_keys($this->channels->names(), (object) [])]
                : ['occupied' => $this->channels->has($name)],
        };
    }

    /** All of a call is checked before any of it is sent. */
    private function trigger(string $json): object
    {
        try {
            $event = json_decode($json, false, 64, JSON_THROW_ON_ERROR);
        } catch (JsonException) {
            $event = null;
        }
        if (! $event instanceof stdClass) {
            throw new HttpRefused(400, 'bad_json', 'The body is not a JSON object in UTF-8.');
        }
        $name = $event->name ?? null;
        if (! is_string($name) || $name === '' || mb_strlen($name) > self::EVENT_NAME_CHARACTERS) {
            throw self::invalid('an event name is 1 to 200 characters');
        }
        $channels = $event->channels ?? [$event->channel ?? null];
        if (! is_array($channels) || $channels === [] || count($channels) > self::CHANNELS) {
            throw self::invalid('channels must be a list of 1 to '.self::CHANNELS.' channel names');
        }
        foreach ($channels as $channel) {
            ChannelName::isValid($channel) || throw self::invalid(lcfirst(ChannelName::RULE));
        }
        $socketId = $event->socket_id ?? null;
        if ($socketId !== null && (! is_string($socketId) || preg_match('/^\d+\.\d+$/D', $socketId) !== 1)) {
            throw self::invalid('socket_id must be two numbers with a dot between');
        }
        $data = $event->data ?? null;
        is_string($data) || throw self::invalid('data must be a string');
        foreach (array_unique($channels) as $channel) {
            $this->channels->named($channel)->publish($name, $data, $socketId);
        }

        return (object) [];
    }

    private static function invalid(string $why): HttpRefused
    {
        return new HttpRefused(400, 'invalid_event', "The event cannot be sent: $why.");
    }
}
