<?php

declare(strict_types=1);

namespace ChannelServer;

use React\EventLoop\LoopInterface;

/** Makes what is built upon the server, once its event loop is there. An application binds its own in Laravel's container. */
interface ModuleFactory
{
    public function make(LoopInterface $loop, ServerSettings $settings, Log $log): Module;
}
