<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\ExtEventLoopTest;
use ReactEpoll\EpollLoop;

/** The tests of the loop on ext-event. */
final class ExtEventTest extends ExtEventLoopTest
{
    public function createLoop($readStreamCompatible = false)
    {
        return new EpollLoop;
    }
}
