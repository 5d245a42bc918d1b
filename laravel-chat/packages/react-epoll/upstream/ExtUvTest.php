<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\ExtUvLoopTest;
use ReactEpoll\EpollLoop;

/** The tests of the loop on ext-uv. */
final class ExtUvTest extends ExtUvLoopTest
{
    public function createLoop()
    {
        return new EpollLoop;
    }

    /** @dataProvider intervalProvider */
    public function testTimerInterval($interval, $expectedExceptionMessage)
    {
        $this->markTestSkipped('ext-uv refuses intervals beyond 64 bits of ms, and this test expects that; here they never come, as in StreamSelectLoop.');
    }
}
