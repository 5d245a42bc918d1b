<?php

declare(strict_types=1);

namespace WebSockets;

use App\ChatError;
use App\Contract;
use Closure;
use WebSockets\Chat\Chat;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;

/**
 * HTTP workers announce here what they stored, ask who is online and close the sockets of sessions. Only the owner of
 * the unix socket can connect.
 */
final class WorkerApi
{
    public function __construct(private readonly Chat $chat)
    {
    }

    /** @return array<string, Closure(HttpRequest, Connection, string): ?HttpResponse> */
    public function routes(): array
    {
        return [
            'POST /events/(\w+)' => $this->receive(...),
            'GET /online' => $this->online(...),
            'POST /sessions/(\w+)/close' => $this->closeSession(...),
        ];
    }

    private function online(): HttpResponse
    {
        return HttpResponse::json(200, $this->chat->presence->list());
    }

    /** An HTTP worker has stored messages, or changed some: the body is the event's data. */
    private function receive(HttpRequest $request, Connection $connection, string $event): HttpResponse
    {
        match ($event) {
            Contract::event('messages') => $this->chat->storedMessages->onStored(
                EncodedMessage::fromEvent($request->body),
            ),
            Contract::event('changed') => $this->chat->storedChanges->onStored(),
            default => throw ChatError::of('not_found'),
        };

        return HttpResponse::json(200, (object) []);
    }

    private function closeSession(HttpRequest $request, Connection $connection, string $handle): HttpResponse
    {
        $this->chat->endedSessions->end($handle);

        return HttpResponse::json(200, (object) []);
    }
}
