<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopFailed;
use RuntimeException;
use Tests\WebSockets\Harness\TestServer;

final class BugsTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer;
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_bugs_in_timers_ticks_and_listeners_are_logged_and_everybody_is_served_on(): void
    {
        $loop = $this->server->server->loop;
        [$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        $peer = $this->server->client();
        $loop->futureTick(static fn () => throw new RuntimeException('a tick'));
        $loop->addTimer(0.001, static fn () => throw new RuntimeException('a timer'));
        $loop->addReadStream($a, static function ($stream): void {
            fread($stream, 10);
            throw new RuntimeException('a listener');
        });
        fwrite($b, 'x');
        $peer->say('pusher:ping', []);
        $loop->addPeriodicTimer(0.01, static function () use ($peer, $loop): void {
            if ($peer->events('pusher:pong') !== []) {
                $loop->stop();
            }
        });
        $loop->addTimer(60.0, $loop->stop(...));
        $this->server->server->serve();
        $this->assertCount(1, $peer->events('pusher:pong'));
        $this->assertContains('a tick', array_column($this->server->log('bug'), 'error')); // the others within the same second are counted
    }

    public function test_where_the_kernel_refuses_to_go_on_it_ends(): void
    {
        $this->server->server->loop->futureTick(static fn () => throw new LoopFailed('epoll_wait failed with errno 9'));
        $this->expectException(LoopFailed::class);
        $this->server->server->serve();
    }
}
