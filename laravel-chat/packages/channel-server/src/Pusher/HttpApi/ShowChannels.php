<?php

declare(strict_types=1);

namespace ChannelServer\Pusher\HttpApi;

use ChannelServer\Pusher\ChannelName;
use ChannelServer\Pusher\Channels;
use ChannelServer\Server\Deadlines;
use ChannelServer\Server\HttpRefused;

/** GET /channels, /channels/{name} and /channels/{name}/users. */
final class ShowChannels
{
    public function __construct(private readonly Channels $channels)
    {
    }

    /** @return list<string> the attributes named in an info parameter */
    public static function wanted(string $info): array
    {
        return array_values(array_intersect(['user_count', 'subscription_count', 'cache'], explode(',', $info)));
    }

    /**
     * @param  array<string, string>  $query
     * @return array<string, mixed>
     */
    public function all(array $query): array
    {
        $prefix = $query['filter_by_prefix'] ?? '';
        $info = self::wanted($query['info'] ?? '');
        if (in_array('user_count', $info, true) && ! str_starts_with($prefix, 'presence-')) {
            throw new HttpRefused(400, 'invalid_parameter', 'user_count is for presence channels: set filter_by_prefix to presence-.');
        }
        $found = [];
        foreach ($this->channels->all() as $name => $channel) {
            if (str_starts_with((string) $name, $prefix)) {
                $found[$name] = (object) $this->attributes((string) $name, $info);
            }
        }

        return ['channels' => (object) $found];
    }

    /**
     * @param  array<string, string>  $query
     * @return array<string, mixed>
     */
    public function one(string $name, array $query): array
    {
        self::mustBeName($name);
        $info = self::wanted($query['info'] ?? '');
        if (in_array('user_count', $info, true) && ! ChannelName::isPresence($name)) {
            throw new HttpRefused(400, 'invalid_parameter', 'user_count is for presence channels.');
        }

        return ['occupied' => $this->channels->find($name) !== null] + $this->attributes($name, $info);
    }

    /** @return array<string, mixed> */
    public function users(string $name): array
    {
        self::mustBeName($name);
        if (! ChannelName::isPresence($name)) {
            throw new HttpRefused(400, 'invalid_parameter', 'Only presence channels know their users.');
        }
        $ids = $this->channels->find($name)?->userIds() ?? [];

        return ['users' => array_map(static fn (string $id): array => ['id' => $id], $ids)];
    }

    /**
     * @param  list<string>  $info
     * @return array<string, mixed>
     */
    public function attributes(string $name, array $info): array
    {
        $channel = $this->channels->find($name);
        $attributes = [];
        if (in_array('user_count', $info, true) && ChannelName::isPresence($name)) {
            $attributes['user_count'] = count($channel?->userIds() ?? []);
        }
        if (in_array('subscription_count', $info, true)) {
            $attributes['subscription_count'] = $channel?->subscriptionCount() ?? 0;
        }

        $last = in_array('cache', $info, true) ? $this->channels->lastEvents->find($name, Deadlines::now()) : null;
        if ($last !== null) {
            $attributes['cache'] = ['event' => $last['event'], 'data' => $last['data'], 'ttl' => $last['until'] - Deadlines::now()];
        }

        return $attributes;
    }

    private static function mustBeName(string $name): void
    {
        if (! ChannelName::isValid($name)) {
            throw new HttpRefused(400, 'invalid_parameter', 'This is not a channel name.');
        }
    }
}
