<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class ChatServerTest extends TestCase
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

    public function test_metrics_and_health_are_told_as_the_contract_names_them(): void
    {
        $text = $this->server->apiPeer()->write("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")->answer();
        foreach (['chat_connections 0', 'chat_users_online 0', 'chat_window_seconds_bucket{le="+Inf"} 0', 'chat_loop_lag_seconds ', '# TYPE chat_errors_total counter'] as $line) {
            $this->assertStringContainsString($line, $text);
        }
    }

    public function test_the_port_of_the_sockets_tells_of_the_store_without_details_and_answers_no_call(): void
    {
        $this->server->pass(0.01); // for the store's first answer
        $this->assertStringEndsWith('{"status":"ok","parts":{"store":"ok","socket":"ok"}}', $this->server->peer()->write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
        $this->assertSame(404, $this->server->api('GET', '/apps/1/channels/presence-chat/online', port: $this->server->port)[0]);
    }
}
