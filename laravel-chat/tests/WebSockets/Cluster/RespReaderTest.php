<?php

declare(strict_types=1);

namespace Tests\WebSockets\Cluster;

use PHPUnit\Framework\TestCase;
use RuntimeException;
use WebSockets\Cluster\RespReader;

final class RespReaderTest extends TestCase
{
    private const BYTES = "+PONG\r\n:7\r\n*3\r\n$7\r\nmessage\r\n$4\r\nchat\r\n$6\r\na\r\nb \r\r\n*2\r\n$4\r\npong\r\n$0\r\n\r\n$-1\r\n*0\r\n";

    private const REPLIES = ['PONG', 7, ['message', 'chat', "a\r\nb \r"], ['pong', ''], null, []];

    public function test_replies_are_read_whole_however_the_bytes_are_split(): void
    {
        for ($cut = 0; $cut <= strlen(self::BYTES); $cut++) {
            $reader = new RespReader;
            $first = $reader->read(substr(self::BYTES, 0, $cut));
            $this->assertSame(self::REPLIES, [...$first, ...$reader->read(substr(self::BYTES, $cut))], "cut at {$cut}");
        }
        $reader = new RespReader;
        $replies = array_merge(...array_map($reader->read(...), str_split(self::BYTES)));
        $this->assertSame(self::REPLIES, $replies);
    }

    public function test_an_error_of_redis_is_thrown_with_its_text(): void
    {
        $this->expectExceptionObject(new RuntimeException('NOAUTH Authentication required.'));
        (new RespReader)->read("+OK\r\n-NOAUTH Authentication required.\r\n");
    }

    public function test_bytes_of_another_server_are_refused_as_no_redis(): void
    {
        $this->expectExceptionMessage('not a Redis server');
        (new RespReader)->read("HTTP/1.1 400 Bad Request\r\n");
    }
}
