<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** Makes the channel that fits a name; an application gives channels of its own to the names it owns. */
class ChannelMaker
{
    public function make(App $app, string $name): Channel
    {
        return ChannelName::isPresence($name) ? new PresenceChannel($name) : new Channel($name);
    }
}
