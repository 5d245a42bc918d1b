<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** The applications of this server. */
final class Apps
{
    /** @param  list<App>  $apps */
    public function __construct(public readonly array $apps)
    {
    }

    public function byKey(string $key): ?App
    {
        foreach ($this->apps as $app) {
            if ($app->key === $key) {
                return $app;
            }
        }

        return null;
    }

    public function byId(string $id): ?App
    {
        foreach ($this->apps as $app) {
            if ($app->id === $id) {
                return $app;
            }
        }

        return null;
    }
}
