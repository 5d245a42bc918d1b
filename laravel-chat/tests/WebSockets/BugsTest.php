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

    public function test_a_bug_in_a_timer_tick_or_listener_is_logged_and_the_loop_goes_on(): void
    {
        $loop = $this->server->services->loop;
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

    public function test_the_server_ends_if_the_loop_itself_fails(): void
    {
        $this->server->services->loop->futureTick(static fn () => throw new LoopFailed('epoll_wait failed with errno 9'));
        $this->expectException(LoopFailed::class);
        $this->server->server->serve();
    }
}
