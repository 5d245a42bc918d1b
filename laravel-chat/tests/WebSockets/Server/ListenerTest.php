<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use RuntimeException;
use Tests\WebSockets\Harness\MemoryLog;
use Tests\WebSockets\Harness\TestServer;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Log;
use WebSockets\Server\Connections;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Listener;
use WebSockets\Server\Router;

final class ListenerTest extends TestCase
{
    use TurnsLoop;

    public function test_over_the_limit_a_connection_gets_503_with_a_reason_and_the_others_go_on(): void
    {
        $this->loop = new EpollLoop;
        $log = new MemoryLog;
        $codes = [];
        $connections = new Connections($this->loop, $log->log, 2, 1000, function (string $code) use (&$codes): void {
            $codes[] = $code;
        });
        $router = new Router(['GET /empty' => static fn (): HttpResponse => new HttpResponse(200)]);
        $listener = new Listener($this->loop, $connections, $log->log, $router);
        $listener->listen('127.0.0.1:0');
        $connect = fn () => stream_socket_client("tcp://127.0.0.1:{$listener->port()}") ?: $this->fail();
        [$one, $two] = [$connect(), $connect()];
        $this->assertStringContainsString('200 OK', $this->get($one).$this->get($two));
        $refusal = $this->get($connect());
        $this->assertStringContainsString('503 Service Unavailable', $refusal);
        $this->assertStringContainsString('"too_many_connections"', $refusal);
        $this->assertSame(['too_many_connections'], $codes);
        fclose($one);
        $this->until(static fn (): bool => $connections->count() === 1);
        $this->assertStringContainsString('200 OK', $this->get($connect()));
        $this->assertStringContainsString('200 OK', $this->get($two));
        $listener->close();
    }

    /** @param  resource  $client */
    private function get($client): string
    {
        fwrite($client, "GET /empty HTTP/1.1\r\nHost: x\r\n\r\n");
        stream_set_blocking($client, false);
        $answer = '';
        $this->until(static function () use ($client, &$answer): bool {
            $answer .= fread($client, 10_000);

            return str_contains($answer, "\r\n\r\n");
        });

        return $answer;
    }

    public function test_the_server_listens_on_both_addresses_of_localhost(): void
    {
        $this->mustHaveIpv6();
        $server = new TestServer(hosts: ['127.0.0.1', '::1']);
        foreach (['127.0.0.1', '[::1]'] as $host) {
            $client = @stream_socket_client("tcp://{$host}:{$server->port}", $code, $why, 2);
            $this->assertNotFalse($client, "{$host}: {$why}");
        }
        $server->stop();
        $this->assertFalse(@stream_socket_client("tcp://[::1]:{$server->port}", $code, $why, 2));
    }

    public function test_processes_of_one_chat_share_a_port_and_two_chats_do_not(): void
    {
        $redis = 'unix:/nowhere';
        $one = new TestServer(redis: $redis);
        $other = new TestServer(port: $one->port, redis: $redis);
        $this->assertSame($one->port, $other->port);
        $one->beside = $other;
        $clients = [];
        $isAtBoth = static fn (): bool => $one->services->pusher->countClients() > 0 && $other->services->pusher->countClients() > 0;
        for ($i = 0; $i < 100 && ! $isAtBoth(); $i++) {
            $clients[] = $one->client();
        }
        $this->assertTrue($isAtBoth());
        $one->stop();
        $other->stop();
        $alone = new TestServer;
        $this->expectExceptionMessage("Cannot listen on 127.0.0.1:{$alone->port}");
        new TestServer(port: $alone->port);
    }

    private function mustHaveIpv6(): void
    {
        if (@stream_socket_server('tcp://[::1]:0') === false) {
            $this->markTestSkipped('this machine has no ::1');
        }
    }

    public function test_a_unix_socket_is_private_and_replaces_only_one_that_a_killed_server_left(): void
    {
        $path = sys_get_temp_dir().'/socket-'.getmypid().'-'.bin2hex(random_bytes(4));
        $listener = $this->listener();
        $listener->listen("unix:{$path}");
        $this->assertSame(0600, fileperms($path) & 0777);
        try {
            $this->listener()->listen("unix:{$path}");
            $this->fail('took the place of a server that listens');
        } catch (RuntimeException $refused) {
            $this->assertStringContainsString('another server listens there', $refused->getMessage());
        }
        $listener->close();
        $this->assertFileDoesNotExist($path);
        fclose(stream_socket_server("unix://{$path}") ?: $this->fail());
        $this->assertFileExists($path, 'as after a kill');
        $next = $this->listener();
        $next->listen("unix:{$path}");
        $this->assertNotFalse(stream_socket_client("unix://{$path}"));
        $next->close();
    }

    public function test_an_error_names_the_address_that_the_server_cannot_listen_on(): void
    {
        $taken = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException;
        $file = (string) tempnam(sys_get_temp_dir(), 'precious');
        foreach ([(string) stream_socket_get_name($taken, false), 'nowhere', "unix:{$file}", 'unix:/none/x', 'unix:/tmp/'.str_repeat('x', 110)] as $address) {
            try {
                $this->listener()->listen($address);
                $this->fail("listens on {$address}");
            } catch (RuntimeException $refused) {
                $this->assertStringContainsString("Cannot listen on {$address}", $refused->getMessage());
            }
        }
        $this->assertFileExists($file);
        unlink($file);
    }

    private function listener(): Listener
    {
        $loop = new EpollLoop;
        $log = new Log(STDERR);

        return new Listener($loop, new Connections($loop, $log, 1, 1, static fn () => null), $log, new Router([]));
    }

    public function test_without_free_descriptors_the_server_pauses_accepting_logs_that_and_recovers(): void
    {
        $server = new TestServer;
        $server->pass(0.01);
        $limits = posix_getrlimit() ?: [];
        $hogs = [];
        while (($hog = @fopen('/dev/null', 'r')) !== false && count($hogs) < 5) {
            $hogs[] = $hog;
        }
        // A soft limit just above what is open now: the client's end still fits, the server's does not.
        $open = max([0, ...array_map('intval', scandir('/proc/self/fd') ?: [])]);
        posix_setrlimit(POSIX_RLIMIT_NOFILE, $open + 2, (int) $limits['hard openfiles']);
        set_error_handler(static fn (): bool => true); // PHPUnit's own would load classes
        try {
            $peer = $server->peer()->write("GET /health HTTP/1.0\r\n\r\n");
            while (($hog = @fopen('/dev/null', 'r')) !== false) {
                $hogs[] = $hog;
            }
            $used = getrusage() ?: [];
            $server->pass(0.3);
            $now = getrusage() ?: [];
        } finally {
            array_map('fclose', $hogs);
            restore_error_handler();
            posix_setrlimit(POSIX_RLIMIT_NOFILE, (int) $limits['hard openfiles'], (int) $limits['hard openfiles']);
        }
        // Only now, for PHPUnit loads classes to assert.
        $this->assertNotSame([], $server->log('accepting_paused'));
        $this->assertLessThan(150_000, ($now['ru_utime.tv_sec'] - $used['ru_utime.tv_sec']) * 1_000_000 + $now['ru_utime.tv_usec'] - $used['ru_utime.tv_usec'], 'it must not spin');
        $metrics = $server->api('GET', '/metrics')[1];
        $this->assertGreaterThan(0, $metrics['chat_errors_total{code="too_many_connections"}']);
        $this->assertStringContainsString('200 OK', $peer->answer());
        $server->stop();
    }
}
