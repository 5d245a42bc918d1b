<?php

declare(strict_types=1);

namespace Tests\WebSockets\WebSocket;

use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;

final class SocketTest extends TestCase
{
    private TestServer $server;

    protected function setUp(): void
    {
        $this->server = new TestServer(origins: ['http://localhost:8000']);
    }

    protected function tearDown(): void
    {
        $this->server->stop();
    }

    public function test_the_example_handshake_of_the_rfc_gets_the_answer_of_the_rfc(): void
    {
        $peer = $this->server->peer()->upgrade(headers: ['Sec-WebSocket-Key' => 'dGhlIHNhbXBsZSBub25jZQ==']);
        $this->assertStringContainsString("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n", $peer->received);
    }

    public function test_many_messages_of_one_client_do_not_delay_another_client(): void
    {
        [$one, $other] = [$this->server->client(), $this->server->client()];
        $ping = '{"event":"pusher:ping","data":{}}';
        for ($i = 0; $i < 100; $i++) {
            $one->text($ping);
        }
        $other->text($ping);
        for ($turns = 0; $turns < 100_000 && $other->events('pusher:pong') === []; $turns++) {
            $this->server->turn();
        }
        $other->event('pusher:pong');
        $this->server->turn(); // brings all that was sent before this answer
        $this->assertLessThan(100, count($one->events('pusher:pong')));
        $this->server->until(fn (): bool => count($one->events('pusher:pong')) === 100, 'all answers');
    }

    /** @return array<string, array{array<string, string>, string}> */
    public static function badHandshakes(): array
    {
        return [
            'no upgrade' => [['Upgrade' => 'h2c'], '426'],
            'no connection upgrade' => [['Connection' => 'keep-alive'], '426'],
            'an old version' => [['Sec-WebSocket-Version' => '8'], '426'],
            'a short key' => [['Sec-WebSocket-Key' => 'c2hvcnQ='], '400'],
            'a key that is no base64' => [['Sec-WebSocket-Key' => '!!!!!!!!!!!!!!!!!!!!!!=='], '400'],
            'a foreign origin' => [['Origin' => 'http://evil.example'], '403'],
        ];
    }

    /** @param  array<string, string>  $headers */
    #[DataProvider('badHandshakes')]
    public function test_a_wrong_handshake_is_refused_with_an_http_status(array $headers, string $status): void
    {
        $this->assertStringStartsWith("HTTP/1.1 {$status} ", $this->server->peer()->upgrade(headers: $headers)->answer());
    }

    public function test_a_refused_origin_is_counted(): void
    {
        $this->server->peer()->upgrade(headers: ['Origin' => 'http://evil.example'])->answer();
        $metrics = $this->server->api('GET', '/metrics')[1];
        $this->assertSame(1, $metrics['chat_errors_total{code="origin_not_allowed"}']);
    }

    public function test_frames_that_came_with_the_handshake_are_read(): void
    {
        $peer = $this->server->peer();
        $ping = "\x81\x9amask".('{"event":"pusher:ping"}   ' ^ str_repeat('mask', 7));
        $peer->write("GET /app/key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n{$ping}");
        $this->server->until(fn () => str_contains($peer->received, 'pusher:pong'), 'pong');
        $this->assertStringContainsString('pusher:connection_established', $peer->received);
    }

    public function test_a_close_is_answered_with_its_code_and_the_connection_ends(): void
    {
        foreach ([[pack('n', 1000).'bye', 1000], [pack('n', 3000), 3000], [pack('n', 4999), 4999], ['', 0]] as [$payload, $code]) {
            $peer = $this->server->client()->frame(0x88, $payload);
            $this->assertSame($code, $peer->closeFrame()[0]);
            $peer->mustEnd();
        }
    }

    public function test_a_peer_that_does_not_answer_the_close_is_disconnected(): void
    {
        $peer = $this->server->peer()->upgrade('/app/nobody?protocol=7');
        $this->assertSame(4001, $peer->closeFrame()[0]);
        $this->assertFalse($peer->ended);
        $this->server->passSeconds(5);
        $peer->mustEnd();
        $this->assertTrue($peer->ended);
    }
}
