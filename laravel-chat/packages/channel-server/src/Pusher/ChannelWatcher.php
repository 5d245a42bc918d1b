<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** Told what happens on the channels of an app, and by whose doing. By itself it does nothing. */
class ChannelWatcher
{
    public function occupied(string $channel, Client $by): void
    {
    }

    public function vacated(string $channel, Client $by): void
    {
    }

    public function memberAdded(string $channel, string $userId, Client $by): void
    {
    }

    public function memberRemoved(string $channel, string $userId, Client $by): void
    {
    }

    /** Who subscribed to a cache channel found no event there. */
    public function cacheMissed(string $channel, Client $by): void
    {
    }

    /** It has been relayed. */
    public function clientEvent(Channel $channel, Client $from, Incoming $event): void
    {
    }
}
