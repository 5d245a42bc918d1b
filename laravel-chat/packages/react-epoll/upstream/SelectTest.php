<?php

declare(strict_types=1);

namespace ReactEpoll\Upstream;

use React\Tests\EventLoop\StreamSelectLoopTest;
use ReactEpoll\EpollLoop;

/** The tests of StreamSelectLoop, those of signals that interrupt a wait among them. */
final class SelectTest extends StreamSelectLoopTest
{
    private const FILTERED = 'stream_select() refuses a stream with a filter, and these two tests expect its warning; epoll watches it.';

    public function createLoop()
    {
        return new EpollLoop;
    }

    public function testStreamSelectReportsWarningForStreamWithFilter()
    {
        $this->markTestSkipped(self::FILTERED);
    }

    public function testStreamSelectThrowsWhenCustomErrorHandlerThrowsForStreamWithFilter()
    {
        $this->markTestSkipped(self::FILTERED);
    }
}
