<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\HttpApi\Extension;
use ChannelServer\Pusher\HttpApi\HttpApi;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpResponse;
use WebSockets\Chat\Presence;

/** What the HTTP workers ask the loop, signed like Pusher's own calls: who is online, and to end a session. */
final class ChatCalls implements Extension
{
    public function __construct(
        private readonly App $app,
        private readonly string $channel,
        private readonly Presence $online,
        private readonly Sessions $sessions,
        private readonly int $listed,
    ) {
    }

    public function handle(App $app, HttpRequest $request, string $path): ?HttpResponse
    {
        if ($app !== $this->app) {
            return null;
        }
        if ($path === "/channels/{$this->channel}/online") {
            HttpApi::mustBe('GET', $request);

            $users = $this->online->list($this->listed);

            return HttpResponse::json(200, ['count' => $this->online->count(), 'users' => $users]);
        }
        if (preg_match('#^/sessions/([^/]{1,512})/terminate_connections$#D', $path, $parts) === 1) {
            HttpApi::mustBe('POST', $request);

            return HttpResponse::json(200, ['closed' => $this->sessions->end(rawurldecode($parts[1]))]);
        }

        return null;
    }
}
