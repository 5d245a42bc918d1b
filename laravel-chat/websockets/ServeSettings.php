<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Pusher\App;
use WebSockets\Pusher\Apps;
use WebSockets\Pusher\Settings;
use WebSockets\Server\Address;

/** All that `websockets:serve` is told, checked before anything is started. */
final class ServeSettings
{
    /**
     * @param  Address  $api  where the HTTP API, metrics and the full health are
     * @param  list<string>  $storeCommand  starts the storing process
     * @param  array<string, mixed>  $tls  PHP's ssl context options; empty for plain TCP
     * @param  int|null  $maxConnections  null for as many as the event loop can carry
     * @param  bool  $apiOnSocketPort  whether the HTTP API is on the sockets' port as well, for a drop-in
     * @param  bool  $gathering false sends every message as an event of its own (the lab's baseline)
     */
    public function __construct(
        public readonly string $host,
        public readonly int $port,
        public readonly Apps $apps,
        public readonly Settings $pusher,
        public readonly Address $api,
        public readonly array $storeCommand,
        public readonly int $maxRequestBytes = 256_000,
        public readonly array $tls = [],
        public readonly bool $rateLimits = true,
        public readonly ?int $maxConnections = null,
        public readonly bool $forceSelect = false,
        public readonly bool $gathering = true,
        public readonly bool $apiOnSocketPort = false,
    ) {
    }

    /** @return array<string, string> why these settings cannot work, by what to change; empty where they can */
    public function problems(): array
    {
        $problems = [];
        if ($this->apps->apps === []) {
            $problems['websockets.apps'] = 'no app is configured';
        }
        foreach ($this->apps->apps as $app) {
            foreach ([
                'PUSHER_APP_ID' => $app->id, 'PUSHER_APP_KEY' => $app->key, 'PUSHER_APP_SECRET' => $app->secret,
                'CHAT_API_KEY' => $app->apiKey, 'CHAT_API_SECRET' => $app->apiSecret,
            ] as $name => $value) {
                if ($value === '') {
                    $problems[$name] = 'is empty: infra/up makes one, or set it in the environment';
                }
            }
            if ($app->apiSecret !== '' && $app->apiSecret === $app->secret && ! $this->apiOnSocketPort) {
                $problems['CHAT_API_SECRET'] = 'is PUSHER_APP_SECRET: what signs for every page must not sign calls of the HTTP API';
            }
        }
        if ($this->port < 0 || $this->port > 65535) {
            $problems['--port'] = "is {$this->port}: a port is 1 to 65535";
        }

        return $problems;
    }

    /** The app whose presence channel is the chat: the first. */
    public function chatApp(): App
    {
        return $this->apps->apps[0];
    }
}
