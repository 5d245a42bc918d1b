<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Channel;

/** What the dashboard shows. */
final class Figures
{
    private const CHANNELS = 50;

    /** @return array<string, mixed> */
    public static function of(PusherLoop $server): array
    {
        return [
            'connections' => $server->countClients(),
            'max_connections' => $server->maxConnections,
            'buffered_bytes' => $server->connections->buffered,
            'loop_lag_seconds' => $server->lag,
            'memory_bytes' => memory_get_usage(),
            'apps' => array_map(static fn (App $app): array => self::ofApp($server, $app), $server->apps()),
        ];
    }

    /** @return array<string, mixed> with those of its channels that have most subscribers */
    private static function ofApp(PusherLoop $server, App $app): array
    {
        $channels = $server->channels($app);
        $counts = array_map(static fn (Channel $channel): int => $channel->subscriptionCount(), $channels->all());
        arsort($counts);
        $shown = [];
        foreach (array_slice($counts, 0, self::CHANNELS, true) as $name => $subscriptions) {
            $shown[] = ['name' => (string) $name, 'subscriptions' => $subscriptions];
        }

        return [
            'id' => $app->id, 'name' => $app->name, 'capacity' => $app->capacity, 'connections' => $channels->countClients(), 'channels' => count($counts),
            'published' => $channels->published, 'client_events' => $channels->clientEvents, 'largest' => $shown,
        ];
    }
}
