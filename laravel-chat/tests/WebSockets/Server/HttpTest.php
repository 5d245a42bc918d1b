<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use App\ChatError;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;
use WebSockets\Server\HttpRequest;
use WebSockets\Server\HttpRequestReader;

final class HttpTest extends TestCase
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

    public function test_a_request_is_read_with_its_headers_and_body(): void
    {
        $request = $this->read("POST /apps/1/events?a=b%20c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nX-Two: 1\r\nx-two: 2\r\n\r\nhello");
        $this->assertSame(
            ['POST', '/apps/1/events', 'hello', '1, 2'],
            [$request?->method, $request?->path(), $request?->body, $request?->header('x-two')],
        );
    }

    public function test_a_request_may_arrive_byte_by_byte(): void
    {
        $reader = new HttpRequestReader;
        $text = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok";
        foreach (str_split($text) as $i => $byte) {
            $reader->feed($byte);
            $request = $reader->next();
            $this->assertSame($i === strlen($text) - 1, $request !== null);
        }
        $this->assertSame('ok', $request->body ?? null);
        $this->assertFalse($reader->hasBytes());
    }

    public function test_the_connection_stays_open_if_the_client_wants_it(): void
    {
        foreach (["GET /health HTTP/1.1\r\nHost: x\r\n\r\n", "GET /empty HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"] as $request) {
            $peer = $this->server->peer()->write($request);
            $this->assertStringContainsString('200 OK', $peer->answer());
            $peer->received = '';
            $this->assertStringContainsString('200 OK', $peer->write($request)->answer());
            $this->assertFalse($peer->ended);
        }
        $peer = $this->server->peer()->write("GET /empty HTTP/1.0\r\n\r\n");
        $this->assertStringEndsWith("Content-Length: 0\r\nConnection: close\r\n\r\n", $peer->answer());
        $peer->mustEnd();
    }

    public function test_pipelined_requests_do_not_delay_another_client(): void
    {
        $request = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
        $one = $this->server->peer()->write(str_repeat($request, 100));
        $other = $this->server->peer()->write($request);
        $this->assertStringContainsString('200 OK', $other->answer());
        $this->assertLessThan(100, substr_count($one->received, '200 OK'));
        $this->server->until(fn (): bool => substr_count($one->received, '200 OK') === 100, 'all answers');
    }

    public function test_a_refused_request_is_answered_even_while_its_body_still_comes(): void
    {
        $peer = $this->server->peer()->write("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n".str_repeat('x', 100_000));
        $this->assertStringContainsString('413 Content Too Large', $peer->answer());
    }

    public function test_an_unknown_path_gets_404_and_a_wrong_method_405(): void
    {
        foreach ([
            '404' => "GET /nowhere HTTP/1.0\r\n\r\n", '405' => "POST /health HTTP/1.0\r\n\r\n",
            '426' => "GET /app/key HTTP/1.0\r\n\r\n",
        ] as $status => $request) {
            $this->assertStringStartsWith("HTTP/1.1 $status ", $this->server->peer()->write($request)->answer());
        }
        $this->assertStringStartsWith('HTTP/1.1 404', $this->server->peer()->write("GET /empty/x HTTP/1.0\r\n\r\n")->answer());
        $this->assertStringStartsWith('HTTP/1.1 404', $this->server->apiPeer()->write("GET /empty HTTP/1.0\r\n\r\n")->answer());
    }

    /** @return array<string, array{string, int}> */
    public static function malformed(): array
    {
        $get = "GET / HTTP/1.1\r\nHost: x\r\n";
        $post = "POST / HTTP/1.1\r\nHost: x\r\n";

        return [
            'no version' => ["GET /\r\n\r\n", 400],
            'HTTP/2' => ["GET / HTTP/2.0\r\nHost: x\r\n\r\n", 400],
            'a control character in the target' => ["GET /a\x01b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
            'no Host' => ["GET / HTTP/1.1\r\n\r\n", 400],
            'a folded header' => [$get."A: b\r\n c\r\n\r\n", 400],
            'a space before the colon' => [$get."A : b\r\n\r\n", 400],
            'NUL in a header' => [$get."A: b\0c\r\n\r\n", 400],
            'Content-Length: abc' => [$post."Content-Length: abc\r\n\r\n", 400],
            'two Content-Lengths' => [$post."Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
            'a huge Content-Length' => [$post."Content-Length: 99999999999999999999999\r\n\r\n", 413],
            'a body too large' => [$post."Content-Length: 65537\r\n\r\n", 413],
            'chunks' => [$post."Transfer-Encoding: chunked\r\n\r\n", 400],
            'an endless header' => [$get.'A: '.str_repeat('a', 17_000), 400],
        ];
    }

    #[DataProvider('malformed')]
    public function test_malformed_requests_are_refused(string $text, int $status): void
    {
        $refusal = null;
        try {
            $this->read($text);
        } catch (ChatError $error) {
            $refusal = $error->status();
        }
        $this->assertSame($status, $refusal);
    }

    private function read(string $text): ?HttpRequest
    {
        $reader = new HttpRequestReader;
        $reader->feed($text);

        return $reader->next();
    }
}
