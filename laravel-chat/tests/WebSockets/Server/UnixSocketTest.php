<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use RuntimeException;
use WebSockets\Server\UnixSocket;

final class UnixSocketTest extends TestCase
{
    private string $path;

    protected function setUp(): void
    {
        $this->path = sys_get_temp_dir().'/socket-'.getmypid().'-'.bin2hex(random_bytes(4));
    }

    protected function tearDown(): void
    {
        @unlink($this->path);
    }

    private function listen(): UnixSocket
    {
        return UnixSocket::listen($this->path, stream_context_create());
    }

    public function test_only_its_owner_may_connect(): void
    {
        $before = umask(0);
        $socket = $this->listen();
        $this->assertSame(0, umask($before));
        $this->assertSame(0600, fileperms($this->path) & 0777);
        $this->assertNotFalse(stream_socket_client("unix://{$this->path}"));
        $socket->close();
        $this->assertFileDoesNotExist($this->path);
    }

    public function test_what_a_killed_server_left_is_replaced_and_a_living_one_is_not(): void
    {
        $socket = $this->listen();
        try {
            $this->listen();
            $this->fail('took the place of a server that listens');
        } catch (RuntimeException $refused) {
            $this->assertStringContainsString('another server listens there', $refused->getMessage());
        }
        unlink($this->path);
        $next = $this->listen();
        $socket->close();
        $this->assertNotFalse(@stream_socket_client("unix://{$this->path}"), 'the socket of the next server is gone');
        fclose($next->stream());
        $this->assertFileExists($this->path, 'as after a kill');
        $this->listen()->close();
        $this->assertFileDoesNotExist($this->path);
    }

    public function test_what_is_no_socket_stays_and_the_folder_must_be_there(): void
    {
        file_put_contents($this->path, 'precious');
        foreach ([$this->path, "{$this->path}-none/x"] as $path) {
            try {
                UnixSocket::listen($path, stream_context_create());
                $this->fail("listens on {$path}");
            } catch (RuntimeException $refused) {
                $this->assertStringContainsString($path, $refused->getMessage());
            }
        }
        $this->assertSame('precious', file_get_contents($this->path));
    }
}
