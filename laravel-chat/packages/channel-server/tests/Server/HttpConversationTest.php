<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Tests\Harness\TestServer;
use PHPUnit\Framework\TestCase;

final class HttpConversationTest extends TestCase
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

    public function test_http_1_0_is_closed_after_an_answer(): void
    {
        $peer = $this->server->peer()->write("GET /health HTTP/1.0\r\nHost: x\r\n\r\n");
        $this->assertStringContainsString("\r\nConnection: close\r\n\r\n", $peer->answer());
        $peer->mustEnd();
    }

    public function test_the_connection_is_kept_where_the_client_wants_it(): void
    {
        foreach (["GET /health HTTP/1.1\r\nHost: x\r\n\r\n", "GET /health HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"] as $request) {
            $peer = $this->server->peer()->write($request);
            $this->assertStringContainsString('200 OK', $peer->answer());
            $peer->received = '';
            $this->assertStringContainsString('200 OK', $peer->write($request)->answer());
            $this->assertFalse($peer->ended);
            $peer->hangUp();
        }
    }

    public function test_a_request_cut_into_pieces_is_answered_when_it_is_whole(): void
    {
        $peer = $this->server->peer()->write('GET /hea');
        $this->server->pass(0.02);
        $this->assertSame('', $peer->received);
        $this->assertStringContainsString('200 OK', $peer->write("lth HTTP/1.1\r\nHost: x\r\n\r\n")->answer());
    }

    public function test_pipelined_requests_are_answered_in_their_order(): void
    {
        $peer = $this->server->peer()->write("GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        $peer->mustEnd();
        $this->assertMatchesRegularExpression('/^HTTP\/1.1 200 .*HTTP\/1.1 404 .*HTTP\/1.1 200 .*"socket":"ok"/s', $peer->received);
    }

    public function test_pipelined_requests_are_answered_in_turns_with_those_of_others(): void
    {
        $request = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
        $one = $this->server->peer()->write(str_repeat($request, 100));
        $other = $this->server->peer()->write($request);
        $this->assertStringContainsString('200 OK', $other->answer());
        $this->assertLessThan(100, substr_count($one->received, '200 OK'));
        $this->server->until(fn (): bool => substr_count($one->received, '200 OK') === 100, 'all answers');
    }

    public function test_errors_are_json_with_code_and_message(): void
    {
        $answer = $this->server->peer()->write("DELETE /health HTTP/1.1\r\nHost: x\r\n\r\n")->answer();
        $this->assertStringContainsString("405 Method Not Allowed\r\n", $answer);
        $this->assertStringContainsString("Allow: GET, HEAD\r\n", $answer);
        $this->assertSame('method_not_allowed', json_decode(explode("\r\n\r\n", $answer)[1])->error->code);
    }

    public function test_a_refused_request_is_answered_and_the_connection_closed_though_bytes_still_come(): void
    {
        $peer = $this->server->apiPeer()->write("POST /apps/1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n".str_repeat('x', 100_000));
        $this->server->pass(0.05);
        $this->assertStringContainsString('413 Content Too Large', $peer->received);
    }

    public function test_who_may_send_a_body_is_told_to_continue_and_who_may_not_is_refused_before_it_comes(): void
    {
        $query = 'auth_key=api-key&auth_timestamp='.time().'&auth_version=1.0&body_md5='.md5('{}');
        $query .= '&auth_signature='.hash_hmac('sha256', "POST\n/apps/1/events\n{$query}", 'api-secret');
        $head = " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n";
        $peer = $this->server->apiPeer()->write("POST /apps/1/events?{$query}{$head}");
        $this->server->until(fn () => str_contains($peer->received, '100 Continue'), '100 Continue');
        $this->assertStringContainsString('400 Bad Request', $peer->write('{}')->answer());
        $this->assertStringStartsWith('HTTP/1.1 401', $this->server->apiPeer()->write("POST /apps/1/events{$head}")->answer());
        $this->assertStringStartsWith('HTTP/1.1 404', $this->server->peer()->write("POST /nowhere{$head}")->answer());
        $this->assertStringStartsWith('HTTP/1.1 405', $this->server->peer()->write("POST /health{$head}")->answer());
        $this->assertStringStartsWith('HTTP/1.1 413', $this->server->peer()->write("GET /health{$head}")->answer());
        $this->assertStringStartsWith('HTTP/1.1 413', $this->server->peer()->write("POST /app/key?protocol=7{$head}")->answer());
    }
}
