<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\Apps;
use ChannelServer\Pusher\Settings;
use ChannelServer\Server\Address;

/** All that the server is told, checked before anything is started. */
final class ServerSettings
{
    /**
     * @param  Address  $api  where the HTTP API, metrics and the full health are
     * @param  array<string, mixed>  $tls  PHP's ssl context options; empty for plain TCP
     * @param  int|null  $maxConnections  null for as many as the event loop can carry
     * @param  bool  $apiOnSocketPort  whether the HTTP API is on the sockets' port as well, for a drop-in
     * @param  int  $receiverBufferMaxBytes  unsent bytes of one receiver, beyond which it is dropped
     * @param  int|null  $connectionsPerAddress  most connections of an address; null for half of all, 0 for no limit
     * @param  int  $unjoinedPerAddress  most connections of an address that have not joined; 0 for no limit
     * @param  float  $shutdownSeconds  s that a shutdown may take
     */
    public function __construct(
        public readonly string $host,
        public readonly int $port,
        public readonly Apps $apps,
        public readonly Settings $pusher,
        public readonly Address $api,
        public readonly int $maxRequestBytes = 256_000,
        public readonly array $tls = [],
        public readonly ?int $maxConnections = null,
        public readonly bool $forceSelect = false,
        public readonly bool $apiOnSocketPort = false,
        public readonly int $receiverBufferMaxBytes = 4_194_304,
        public readonly int $unjoinedPerAddress = 0,
        public readonly ?int $connectionsPerAddress = null,
        public readonly float $shutdownSeconds = 10.0,
    ) {
    }

    /** @return array<string, string> why these settings cannot work, by the setting to change; empty where they can */
    public function problems(): array
    {
        $problems = [];
        if ($this->apps->apps === []) {
            $problems['websockets.apps'] = 'no app is configured';
        }
        foreach ($this->apps->apps as $i => $app) {
            $needed = [
                'id' => $app->id, 'key' => $app->key, 'secret' => $app->secret,
                'api_key' => $app->apiKey, 'api_secret' => $app->apiSecret,
            ];
            foreach ($needed as $name => $value) {
                if ($value === '') {
                    $problems["websockets.apps.$i.$name"]
                        = 'is empty: set it, or the variable of the environment that config/websockets.php reads';
                }
            }
            if ($app->apiSecret !== '' && $app->apiSecret === $app->secret && ! $this->apiOnSocketPort) {
                $problems["websockets.apps.$i.api_secret"]
                    = 'is its secret: what signs for every page must not sign calls of the HTTP API';
            }
        }
        foreach (['id' => 'byId', 'key' => 'byKey'] as $name => $find) {
            foreach ($this->apps->apps as $i => $app) {
                if ($app->{$name} !== '' && $app !== $this->apps->{$find}($app->{$name})) {
                    $problems["websockets.apps.$i.$name"] = 'is that of another app too';
                }
            }
        }
        if ($this->port < 0 || $this->port > 65535) {
            $problems['--port'] = "is {$this->port}: a port is 1 to 65535";
        }

        return $problems;
    }
}
