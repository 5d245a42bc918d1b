<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\AbstractLoopTest;
use ReactEpoll\EpollLoop;

/** What every loop of React's must do. */
final class LoopTest extends AbstractLoopTest
{
    public function createLoop()
    {
        return new EpollLoop;
    }
}
