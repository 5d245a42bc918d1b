<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class WorkerApiTest extends TestCase
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

    public function test_unknown_paths_and_methods_have_their_status(): void
    {
        $calls = [['POST', '/events'], ['POST', '/events/typing'], ['POST', '/sessions/a'], ['GET', '/events/messages'], ['POST', '/online']];
        $this->assertSame([404, 404, 404, 405, 405], array_map(fn (array $call): int => $this->server->api(...$call)[0], $calls));
    }

    public function test_the_public_port_serves_neither_the_api_nor_metrics_and_only_a_summary_of_health(): void
    {
        $this->server->pass(0.01); // for the store's first answer
        foreach (['GET /online', 'GET /metrics', 'POST /events/messages', 'POST /sessions/a/close'] as $call) {
            $this->assertStringStartsWith('HTTP/1.1 404', $this->server->peer()->write("{$call} HTTP/1.1\r\nHost: x\r\n\r\n")->answer(), $call);
        }
        [$head, $body] = explode("\r\n\r\n", $this->server->peer()->get('/health'));
        $this->assertSame('{"status":"ok","parts":{"store":"ok","socket":"ok"}}', $body);
        $this->assertStringContainsString("\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n", $head);
    }
}
