<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Server\HttpRefused;
use ChannelServer\Server\HttpRequest;
use ChannelServer\Server\HttpRequestReader;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

final class HttpRequestReaderTest extends TestCase
{
    public function test_a_request_is_read_with_its_headers_and_body(): void
    {
        $request = $this->read("POST /apps/1/events?a=b%20c HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nX-Two: 1\r\nx-two: 2\r\n\r\nhello");
        $this->assertSame(['POST', '/apps/1/events', ['a' => 'b c'], 'hello', '1, 2'], [$request?->method, $request?->path(), $request?->query(), $request?->body, $request?->header('x-two')]);
    }

    public function test_a_request_may_arrive_byte_by_byte(): void
    {
        $reader = new HttpRequestReader(100, static fn () => null);
        $text = "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok";
        foreach (str_split($text) as $i => $byte) {
            $reader->feed($byte);
            $request = $reader->next();
            $this->assertSame($i === strlen($text) - 1, $request !== null);
        }
        $this->assertSame('ok', $request->body ?? null);
        $this->assertFalse($reader->isMidway());
    }

    public function test_pipelined_requests_come_one_after_the_other(): void
    {
        $reader = new HttpRequestReader(100, static fn () => null);
        $reader->feed("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nPOST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naGET /3 HTTP/1.0\r\n\r\n");
        $this->assertSame(['/1', '/2', '/3', null], [$reader->next()?->target, $reader->next()?->target, $reader->next()?->target, $reader->next()?->target]);
    }

    public function test_a_chunked_body_is_put_together_wherever_it_is_cut(): void
    {
        $text = "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: 1\r\n\r\n";
        foreach ([1, 2, 3, 7, 1000] as $size) {
            $reader = new HttpRequestReader(100, static fn () => null);
            $request = null;
            foreach (str_split($text, $size) as $piece) {
                $reader->feed($piece);
                $request ??= $reader->next();
            }
            $this->assertSame('hello world', $request?->body, "in pieces of {$size}");
        }
    }

    public function test_a_body_too_large_is_refused_before_it_arrives(): void
    {
        $this->assertSame(413, $this->refusal("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n"));
        $this->assertSame(413, $this->refusal("POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n65\r\n"));
        $this->assertSame('', $this->read("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")?->body);
    }

    public function test_a_body_that_has_not_come_is_asked_for_once_and_may_be_refused_by_its_head(): void
    {
        $asked = [];
        $reader = new HttpRequestReader(100, static function (HttpRequest $head) use (&$asked): void {
            $asked[] = $head->target;
            if ($head->target === '/unwanted') {
                throw new HttpRefused(401, 'unauthorized', 'no');
            }
        });
        foreach (["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n1", '2', '3', "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n1"] as $piece) {
            $reader->feed($piece);
            $reader->next();
        }
        $this->assertSame(['/a'], $asked);
        $this->expectException(HttpRefused::class);
        $reader->feed("POST /unwanted HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n");
        $reader->next();
    }

    public function test_the_client_that_waits_for_continue_is_told_once(): void
    {
        $reader = new HttpRequestReader(100, static fn () => null);
        $reader->feed("POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
        $reader->next();
        $this->assertTrue($reader->awaitsContinue());
        $this->assertFalse($reader->awaitsContinue());
    }

    /** @return array<string, array{string, int}> */
    public static function malformed(): array
    {
        $get = "GET / HTTP/1.1\r\nHost: x\r\n";
        $post = "POST / HTTP/1.1\r\nHost: x\r\n";

        return [
            'no HTTP at all' => [str_repeat("\0\1\2", 20), 400],
            'a TLS hello' => ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".str_repeat("\xaa", 40), 400],
            'no version' => ["GET /\r\n\r\n", 400],
            'HTTP/2' => ["GET / HTTP/2.0\r\nHost: x\r\n\r\n", 505],
            'HTTP/1.2' => ["GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505],
            'a space in the target' => ["GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
            'a control character in the target' => ["GET /a\x01b HTTP/1.1\r\nHost: x\r\n\r\n", 400],
            'a target without a slash' => ["GET a HTTP/1.1\r\nHost: x\r\n\r\n", 400],
            'no Host' => ["GET / HTTP/1.1\r\n\r\n", 400],
            'two Hosts' => [$get."Host: y\r\n\r\n", 400],
            'a folded header' => [$get."A: b\r\n c\r\n\r\n", 400],
            'a space before the colon' => [$get."A : b\r\n\r\n", 400],
            'a header without a colon' => [$get."nonsense\r\n\r\n", 400],
            'a header without a name' => [$get.": b\r\n\r\n", 400],
            'NUL in a header' => [$get."A: b\0c\r\n\r\n", 400],
            'a bare CR in a header' => [$get."A: b\rc\r\n\r\n", 400],
            'a bare LF in a header' => [$get."A: b\nc: d\r\n\r\n", 400],
            'Content-Length: abc' => [$post."Content-Length: abc\r\n\r\n", 400],
            'Content-Length: -1' => [$post."Content-Length: -1\r\n\r\n", 400],
            'Content-Length: +1' => [$post."Content-Length: +1\r\n\r\n", 400],
            'Content-Length: 1e3' => [$post."Content-Length: 1e3\r\n\r\n", 400],
            'an empty Content-Length' => [$post."Content-Length:\r\n\r\n", 400],
            'two different Content-Lengths' => [$post."Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
            'a list of Content-Lengths' => [$post."Content-Length: 1, 1\r\n\r\n", 400],
            'a huge Content-Length' => [$post."Content-Length: 99999999999999999999999\r\n\r\n", 413],
            'Content-Length and chunks' => [$post."Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
            'chunks under HTTP/1.0' => ["POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
            'an unknown coding' => [$post."Transfer-Encoding: gzip, chunked\r\n\r\n", 501],
            'a chunk size that is no number' => [$post."Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400],
            'a negative chunk size' => [$post."Transfer-Encoding: chunked\r\n\r\n-1\r\n", 400],
            'a chunk size without end' => [$post."Transfer-Encoding: chunked\r\n\r\n".str_repeat('0', 2000), 400],
            'a chunk longer than its size' => [$post."Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400],
            'an unknown expectation' => [$post."Expect: wonders\r\n\r\n", 417],
            'an endless request line' => ['GET /'.str_repeat('a', 9000), 414],
            'an endless header' => [$get.'A: '.str_repeat('a', 17_000), 431],
            'a flood of headers' => [$get.str_repeat("A: b\r\n", 101)."\r\n", 431],
        ];
    }

    #[DataProvider('malformed')]
    public function test_malformed_requests_are_refused_with_the_status_that_http_names(string $text, int $status): void
    {
        $this->assertSame($status, $this->refusal($text));
    }

    private function read(string $text): ?HttpRequest
    {
        $reader = new HttpRequestReader(100, static fn () => null);
        $reader->feed($text);

        return $reader->next();
    }

    private function refusal(string $text): ?int
    {
        try {
            $this->read($text);
        } catch (HttpRefused $refused) {
            return $refused->status;
        }

        return null;
    }
}
