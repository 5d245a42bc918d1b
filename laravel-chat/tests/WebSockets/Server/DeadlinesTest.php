<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class DeadlinesTest extends TestCase
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

    public function test_a_request_that_takes_too_long_to_arrive_gets_408(): void
    {
        $peer = $this->server->peer()->write("GET / HTTP/1.1\r\nHost: x\r\n");
        $this->untilOpen(1);
        $this->server->passSeconds(5);
        $peer->write("X-More: 1\r\n");
        $this->server->pass(0.02);
        $this->assertSame('', $peer->received);
        $this->server->passSeconds(12);
        $this->assertStringContainsString('408 Request Timeout', $peer->answer());
    }

    public function test_an_idle_connection_lives_longer_than_a_request_may_take(): void
    {
        $silent = $this->server->peer();
        $kept = $this->server->peer()->write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
        $kept->answer();
        $this->untilOpen(2); // the kernel hands a silent connection over after a second or so
        $this->server->passSeconds(15);
        $this->server->pass(0.02);
        $this->assertSame([false, false], [$silent->ended, $kept->ended]);
        $this->server->passSeconds(62);
        $this->assertSame('', $silent->mustEnd()->received);
        $kept->mustEnd();
    }

    private function untilOpen(int $count): void
    {
        $this->server->until(fn (): bool => $this->server->services->connections->count() === $count, "{$count} connections");
    }
}
