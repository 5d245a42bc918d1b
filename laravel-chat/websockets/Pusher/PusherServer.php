<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\ChatError;
use App\Contract;
use Closure;
use WebSockets\Server\Connection;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpResponse;
use WebSockets\WebSocket\Handshake;
use WebSockets\WebSocket\Socket;

/** Where clients come in: /app/KEY?protocol=7. */
final class PusherServer
{
    /** @var array<string, Client> by socket id */
    private array $clients = [];

    private bool $isClosed = false;

    /** @var Closure(Client): void one for all, to spare each client's memory */
    private readonly Closure $onClose;

    /** @param  Closure(string): void  $onError  gets a code of the contract */
    public function __construct(
        private readonly PusherApp $app,
        private readonly ChatChannel $channel,
        private readonly Closure $onError,
    ) {
        $this->onClose = function (Client $client): void {
            unset($this->clients[$client->id]);
        };
    }

    /**
     * Turns a handshake request into a client.
     *
     * @return ?HttpResponse null: it is a client now
     *
     * @throws ChatError bad_request, origin_not_allowed
     */
    public function open(HttpRequest $request, Connection $connection, string $key): ?HttpResponse
    {
        $answer = Handshake::accept($request);
        if ($answer === null) {
            return new HttpResponse(426, '', ['Upgrade' => 'websocket', 'Sec-WebSocket-Version' => '13']);
        }
        if (! $this->app->origins->admits($request->header('origin'))) {
            ($this->onError)('origin_not_allowed');
            throw ChatError::of('origin_not_allowed');
        }
        $socket = new Socket($connection, Contract::limit('frameMaxBytes'));
        $connection->upgradeTo($socket); // before the answer: if the client is gone, the socket is told
        $connection->write($answer);
        $this->welcome($socket, rawurldecode($key), preg_match('/[?&]protocol=7(?:&|$)/', $request->target) === 1);

        return null;
    }

    public function countClients(): int
    {
        return count($this->clients);
    }

    /** Closes every client so that it reconnects at once: to the next process. */
    public function closeAll(): void
    {
        $this->isClosed = true;
        foreach ($this->clients as $client) {
            $client->close(ErrorCode::RECONNECT, 'The server restarts');
        }
    }

    private function welcome(Socket $socket, string $key, bool $isProtocol7): void
    {
        if ($key !== $this->app->key) {
            $this->refuse($socket, ErrorCode::NO_SUCH_APP, 'There is no app of this key here');
        } elseif ($this->isClosed) {
            $this->refuse($socket, ErrorCode::RECONNECT, 'The server restarts');
        } elseif (! $isProtocol7) {
            $this->refuse($socket, ErrorCode::VERSION_UNSUPPORTED, 'This server speaks protocol 7: say ?protocol=7');
        } else {
            $client = new Client($this->socketId(), $socket, $this->channel, $this->app, $this->onClose);
            $socket->handler = $client;
            $this->clients[$client->id] = $client;
            $client->send(ServerEvent::frame('pusher:connection_established', [
                'socket_id' => $client->id, 'activity_timeout' => $this->app->activityTimeout,
            ]));
        }
    }

    private function refuse(Socket $socket, int $code, string $message): void
    {
        $socket->send(ServerEvent::error($code, $message));
        $socket->close($code, $message);
    }

    /** Two numbers, as Pusher writes them; unguessable, because a signature is bound to it. */
    private function socketId(): string
    {
        return random_int(1, 1_000_000_000).'.'.random_int(1, 1_000_000_000);
    }
}
