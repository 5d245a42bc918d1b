<?php

declare(strict_types=1);

namespace Tests\WebSockets\Lab;

use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Lab\OtherServer;

final class OtherServerTest extends TestCase
{
    use TurnsLoop;

    public function test_any_status_is_an_answer_and_bytes_without_one_are_none(): void
    {
        $this->loop = new EpollLoop;
        $this->assertSame(204, $this->statusOf("HTTP/1.0 204 No Content\r\n\r\n"));
        $this->assertSame(500, $this->statusOf("HTTP/1.1 500 Internal Server Error\r\n\r\nsorry"));
        $this->assertNull($this->statusOf("SSH-2.0\r\n"));
        $this->assertNull($this->statusOf(''));
    }

    private function statusOf(string $answer): ?int
    {
        $server = stream_socket_server('tcp://127.0.0.1:0') ?: $this->fail();
        $got = [];
        $url = 'http://'.stream_socket_get_name($server, false).'/?ms=1';
        (new OtherServer($this->loop))->get($url, static function (?int $status) use (&$got): void {
            $got[] = $status;
        });
        $asked = stream_socket_accept($server) ?: $this->fail();
        stream_set_blocking($asked, false);
        $request = '';
        $this->until(static function () use ($asked, &$request): bool {
            $request .= fread($asked, 1000);

            return str_ends_with($request, "\r\n\r\n");
        });
        fwrite($asked, $answer);
        fclose($asked);
        $this->until(static function () use (&$got): bool {
            return $got !== [];
        });

        return $got[0];
    }
}
