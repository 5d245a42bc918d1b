<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\Timer\AbstractTimerTest;
use ReactEpoll\EpollLoop;

/** What the timers of every loop of React's must do. */
final class TimerTest extends AbstractTimerTest
{
    public function createLoop()
    {
        return new EpollLoop;
    }
}
