<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use PHPUnit\Framework\TestCase;
use React\EventLoop\StreamSelectLoop;
use ReactEpoll\EpollLoop;
use ReactEpoll\LoopChoice;

final class LoopChoiceTest extends TestCase
{
    public function test_epoll_is_chosen_where_ffi_may_be_used(): void
    {
        if (! extension_loaded('ffi')) {
            $this->markTestSkipped('ext-ffi is not loaded');
        }
        $choice = LoopChoice::best();
        $this->assertInstanceOf(EpollLoop::class, $choice->loop);
        $this->assertSame('epoll (ext-ffi)', $choice->name);
        $this->assertNull($choice->why);
    }

    public function test_stream_select_is_capped_at_1024_and_says_why_it_runs(): void
    {
        $choice = LoopChoice::select('ext-ffi is not loaded');
        $this->assertInstanceOf(StreamSelectLoop::class, $choice->loop);
        $this->assertLessThanOrEqual(1024, $choice->maxStreams);
        $this->assertSame('ext-ffi is not loaded', $choice->why);
    }

    public function test_without_ffi_stream_select_is_what_is_left(): void
    {
        $this->assertSame('stream_select|ext-ffi is not loaded|came', $this->bestOf(['-n', '-d', 'extension=posix']));
    }

    public function test_where_proc_may_not_be_read_the_loop_that_is_chosen_works(): void
    {
        $said = $this->bestOf(['-d', 'open_basedir='.dirname(__DIR__, 3).':/tmp']);
        $this->assertSame('stream_select|the descriptor of a socket was not found in /proc/self/fd|came', $said);
    }

    /**
     * @param  list<string>  $options  of PHP
     * @return string the name of the best loop, why it is no better one, and what came through it
     */
    private function bestOf(array $options): string
    {
        $script = 'require "vendor/autoload.php"; $c = ReactEpoll\LoopChoice::best(); echo $c->name, "|", $c->why, "|";
            [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
            fwrite($b, "came");
            $c->loop->addReadStream($a, function ($a) use ($c) { $c->loop->removeReadStream($a); echo fread($a, 9); });
            $c->loop->run();';
        $command = [PHP_BINARY, ...$options, '-r', $script];
        $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes, dirname(__DIR__, 3));
        $this->assertIsResource($process);
        $said = (string) stream_get_contents($pipes[1]);
        proc_close($process);

        return $said;
    }
}
