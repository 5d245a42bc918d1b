<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\ExtEvLoopTest;
use ReactEpoll\EpollLoop;

/** The tests of the loop on ext-ev. */
final class ExtEvTest extends ExtEvLoopTest
{
    public function createLoop()
    {
        return new EpollLoop;
    }
}
