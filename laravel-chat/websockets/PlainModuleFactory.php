<?php

declare(strict_types=1);

namespace WebSockets;

use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\ModuleFactory;
use ChannelServer\ServerSettings;
use React\EventLoop\LoopInterface;

/** Nothing upon the Pusher server: the chat's own events belong to another. */
final class PlainModuleFactory implements ModuleFactory
{
    public function make(LoopInterface $loop, ServerSettings $settings, Log $log): Module
    {
        return new Module;
    }
}
