<?php

declare(strict_types=1);

namespace Tests\WebSockets;

use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

/** GET /empty on the loop's port: what floods are aimed at. */
final class EmptyTest extends TestCase
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

    public function test_empty_is_answered_without_a_body_and_http_1_0_is_closed_after_it(): void
    {
        $peer = $this->server->peer()->write("GET /empty HTTP/1.0\r\nHost: x\r\n\r\n");
        $this->assertSame("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", $peer->answer());
        $peer->mustEnd();
    }

    public function test_empty_keeps_the_connection_where_the_client_wants_it(): void
    {
        $requests = [
            "GET /empty HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET /empty HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
            "HEAD /empty HTTP/1.1\r\nHost: x\r\n\r\n",
        ];
        foreach ($requests as $request) {
            $peer = $this->server->peer()->write($request);
            $this->assertStringContainsString('200 OK', $peer->answer());
            $peer->received = '';
            $this->assertStringContainsString('200 OK', $peer->write($request)->answer());
            $this->assertFalse($peer->ended);
            $peer->hangUp();
        }
    }

    public function test_empty_is_closed_after_where_the_client_asks_for_that(): void
    {
        $requests = [
            "GET /empty HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "GET /empty HTTP/1.1\r\nConnection: close\r\nX-Forwarded-For: 1.2.3.4\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
            "GET /empty?x=1 HTTP/1.0\r\n\r\n",
        ];
        foreach ($requests as $request) {
            $peer = $this->server->peer()->write($request);
            $this->assertStringStartsWith('HTTP/1.1 200 OK', $peer->answer());
            $peer->mustEnd();
        }
    }

    public function test_empty_cut_into_pieces_is_answered_when_it_is_whole(): void
    {
        $peer = $this->server->peer()->write('GET /emp');
        $this->server->pass(0.02);
        $this->assertSame('', $peer->received);
        $this->assertStringContainsString('200 OK', $peer->write("ty HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
    }

    public function test_it_takes_no_body_and_is_only_read(): void
    {
        $head = " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";
        $this->assertStringStartsWith('HTTP/1.1 405', $this->server->peer()->write("POST /empty{$head}")->answer());
        $this->assertStringStartsWith('HTTP/1.1 413', $this->server->peer()->write("GET /empty{$head}")->answer());
    }

    public function test_it_is_not_on_the_address_of_the_api(): void
    {
        $this->assertStringStartsWith('HTTP/1.1 404', $this->server->apiPeer()->write("GET /empty HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
    }
}
