<?php

declare(strict_types=1);

namespace WebSockets;

use App\ChatError;
use App\Contract;
use Closure;
use WebSockets\Chat\Chat;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\EndedSessions;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Router;

/**
 * HTTP workers announce here what they stored, ask who is online and close the sockets of sessions. Only the owner of
 * the unix socket can connect.
 */
final class WorkerApi
{
    public function __construct(private readonly Chat $chat, private readonly EndedSessions $endedSessions)
    {
    }

    /** @return array<string, Closure(HttpRequest, Connection): ?HttpResponse> */
    public function routes(): array
    {
        return [
            '/events' => $this->receive(...),
            '/online' => Router::read($this->online(...)),
            '/sessions' => $this->closeSession(...),
        ];
    }

    private function online(): HttpResponse
    {
        $users = $this->chat->presence->list(Contract::limit('onlineListed'));

        return HttpResponse::json(200, ['count' => $this->chat->presence->count(), 'users' => $users]);
    }

    /** POST /events/NAME, with the event's data: an HTTP worker has stored messages, or changed some. */
    private function receive(HttpRequest $request): HttpResponse
    {
        [, $event] = self::mustMatch('#^/events/(\w+)$#D', $request);
        match ($event) {
            Contract::event('messages') => $this->chat->storedMessages->onStored(
                EncodedMessage::fromEvent($request->body),
            ),
            Contract::event('changed') => $this->chat->changes->onChanged(),
            default => throw ChatError::of('not_found'),
        };

        return HttpResponse::json(200, (object) []);
    }

    /** POST /sessions/HANDLE/close */
    private function closeSession(HttpRequest $request): HttpResponse
    {
        [, $handle] = self::mustMatch('#^/sessions/(\w+)/close$#D', $request);
        $this->endedSessions->close($handle);

        return HttpResponse::json(200, (object) []);
    }

    /** @return array<string> the path's parts */
    private static function mustMatch(string $path, HttpRequest $request): array
    {
        preg_match($path, $request->path(), $parts) === 1 || throw ChatError::of('not_found');
        $request->requireMethod('POST');

        return $parts;
    }
}
