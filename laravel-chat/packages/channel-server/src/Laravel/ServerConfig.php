<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Apps;
use ChannelServer\Pusher\Settings;
use ChannelServer\Server\Address;
use ChannelServer\ServerSettings;
use ChannelServer\WebSocket\ByteRates;
use InvalidArgumentException;

/** What config/websockets.php says, as the server takes it. The names are laravel-websockets' where that has them. */
final class ServerConfig
{
    /** What an app may have of its own, in place of what is for all. */
    public const OF_AN_APP = [
        'activity_timeout' => true, 'pong_timeout' => true, 'client_events_per_second' => true,
        'max_message_bytes' => true, 'max_message_members' => true,
        'join_seconds' => true, 'max_presence_members' => true, 'socket_bytes' => true,
    ];

    /** @param  array<string, mixed>  $config  with the package's own defaults for what an application does not name */
    public function __construct(private readonly array $config)
    {
    }

    /** @throws InvalidArgumentException where the address of the API is none */
    public function settings(?string $host = null, ?int $port = null, bool $forceSelect = false): ServerSettings
    {
        $config = $this->config;

        return new ServerSettings(
            host: $host ?? (string) $config['host'],
            port: $port ?? (int) $config['dashboard']['port'],
            apps: $this->apps(),
            pusher: self::pusher($config),
            api: Address::fromText((string) $config['api']['address']),
            maxRequestBytes: (int) $config['max_request_size_in_kb'] * 1024,
            tls: $this->tls(),
            maxConnections: self::intOrNull($config['max_connections'] ?? null),
            forceSelect: $forceSelect,
            apiOnSocketPort: (bool) $config['api']['on_socket_port'],
            receiverBufferMaxBytes: (int) $config['receiver_buffer_bytes'],
            unjoinedPerAddress: (int) $config['unjoined_per_address'],
            connectionsPerAddress: self::intOrNull($config['connections_per_address'] ?? null),
            shutdownSeconds: (float) $config['shutdown_seconds'],
        );
    }

    /** @param  array<string, mixed>  $config */
    private static function pusher(array $config): Settings
    {
        return new Settings(
            activityTimeout: (int) $config['activity_timeout'],
            pongTimeout: (int) $config['pong_timeout'],
            clientEventsPerSecond: (float) $config['client_events_per_second'],
            maxMessageBytes: (int) $config['max_message_bytes'],
            maxMessageMembers: (int) $config['max_message_members'],
            joinSeconds: (int) $config['join_seconds'],
            maxPresenceMembers: (int) $config['max_presence_members'],
            byteRates: self::byteRates($config),
            shutdownCode: (int) $config['shutdown_close_code'],
        );
    }

    private static function intOrNull(mixed $value): ?int
    {
        return $value === null ? null : (int) $value;
    }

    private function apps(): Apps
    {
        $origins = self::names($this->config['allowed_origins'] ?? []);

        return new Apps(array_map(
            fn (array $app): App => App::fromConfig(
                $this->withApiKeys($app),
                isset($app['allowed_origins']) ? self::names($app['allowed_origins']) : $origins,
                ($own = array_intersect_key($app, self::OF_AN_APP)) === [] ? null : self::pusher($own + $this->config),
            ),
            array_values($this->config['apps'] ?? []),
        ));
    }

    /** @return list<string> */
    private static function names(mixed $origins): array
    {
        return array_values(array_map(strval(...), array_filter((array) $origins)));
    }

    /**
     * @param  array<string, mixed>  $app
     * @return array<string, mixed>
     */
    private function withApiKeys(array $app): array
    {
        if (! $this->config['api']['on_socket_port'] || isset($app['api_key']) || isset($app['api_secret'])) {
            return $app;
        }

        return ['api_key' => $app['key'] ?? null, 'api_secret' => $app['secret'] ?? null] + $app;
    }

    /** @return array<string, mixed> */
    private function tls(): array
    {
        $options = array_filter(
            (array) ($this->config['ssl'] ?? []), static fn (mixed $value): bool => $value !== null && $value !== '',
        );

        return isset($options['local_cert']) ? $options : [];
    }

    /** @param  array<string, mixed>  $config */
    private static function byteRates(array $config): ?ByteRates
    {
        $rates = $config['socket_bytes'];
        $mustJoin = (int) $config['join_seconds'] > 0;

        return $rates === null ? null : new ByteRates(
            perSecond: (float) $rates['per_second'],
            burst: (float) $rates['burst'],
            frame: (float) ($rates['frame'] ?? 0),
            refused: (float) ($rates['refused'] ?? 0),
            unjoinedBurst: $mustJoin && isset($rates['unjoined_burst']) ? (float) $rates['unjoined_burst'] : null,
            unjoinedSeconds: $mustJoin ? (float) $config['join_seconds'] : 1.0,
        );
    }
}
