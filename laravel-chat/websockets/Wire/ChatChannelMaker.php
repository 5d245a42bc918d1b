<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Channel;
use ChannelServer\Pusher\ChannelMaker;

/** Gives the chat's app its channel; every other name and app gets Pusher's own kinds. */
final class ChatChannelMaker extends ChannelMaker
{
    public function __construct(private readonly App $app, private readonly ChatChannel $channel)
    {
    }

    public function make(App $app, string $name): Channel
    {
        return $app === $this->app && $name === $this->channel->name ? $this->channel : parent::make($app, $name);
    }
}
