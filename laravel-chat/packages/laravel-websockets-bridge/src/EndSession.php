<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use BeyondCode\LaravelWebSockets\HttpApi\Controllers\Controller;
use BeyondCode\LaravelWebSockets\WebSockets\Channels\ChannelManager;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use Illuminate\Http\Request;

/** `POST /apps/ID/sessions/HANDLE/terminate_connections`, signed: closes the sockets of a session that has ended. */
final class EndSession extends Controller
{
    /** @param  ChatHandler  $handler */
    public function __construct(ChannelManager $channelManager, private readonly WebSocketHandler $handler)
    {
        parent::__construct($channelManager);
    }

    /** @return array{closed: int} */
    public function __invoke(Request $request): array
    {
        return ['closed' => $this->handler->endSession((string) $request->channelName)];
    }
}
