<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** Told what happens on the channels of an app. By itself it does nothing. */
class ChannelWatcher
{
    public function occupied(string $channel): void
    {
    }

    public function vacated(string $channel): void
    {
    }

    public function memberAdded(string $channel, string $userId): void
    {
    }

    public function memberRemoved(string $channel, string $userId): void
    {
    }

    /** Who subscribed to a cache channel found no event there. */
    public function cacheMissed(string $channel): void
    {
    }

    /** It has been relayed. */
    public function clientEvent(Channel $channel, Client $from, Incoming $event): void
    {
    }
}
