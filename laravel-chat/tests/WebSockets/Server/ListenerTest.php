<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopChoice;
use RuntimeException;
use Tests\WebSockets\Harness\TestServer;
use WebSockets\Server\Address;
use WebSockets\Server\Connections;
use WebSockets\Server\Listener;
use WebSockets\Server\Log;
use WebSockets\Server\Protocol;

final class ListenerTest extends TestCase
{
    public function test_over_the_limit_a_connection_is_refused_with_words_and_the_others_go_on(): void
    {
        $server = new TestServer(maxConnections: 2);
        $one = $server->client();
        $two = $server->client();
        $refused = $server->peer()->mustEnd();
        $this->assertStringContainsString('503 Service Unavailable', $refused->received);
        $this->assertStringContainsString('2 connections', $refused->received);
        $this->assertCount(1, $server->log('connection_refused'));
        $one->hangUp();
        $server->pass(0.02);
        $three = $server->client();
        $this->assertNotSame('', $three->socketId);
        $two->say('pusher:ping', [])->event('pusher:pong');
        $server->stop();
    }

    public function test_localhost_is_this_server_whichever_address_that_is(): void
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

    public function test_it_does_not_start_where_another_program_is_localhost_too(): void
    {
        $this->mustHaveIpv6();
        $taken = stream_socket_server('tcp://[::1]:0') ?: throw new RuntimeException;
        $port = (int) substr((string) strrchr((string) stream_socket_get_name($taken, false), ':'), 1);
        $this->expectExceptionMessage("Cannot listen on [::1]:{$port}");
        new TestServer(port: $port, hosts: ['127.0.0.1', '::1']);
    }

    private function mustHaveIpv6(): void
    {
        if (@stream_socket_server('tcp://[::1]:0') === false) {
            $this->markTestSkipped('this machine has no ::1');
        }
    }

    public function test_a_taken_port_is_named(): void
    {
        $taken = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException;
        $port = (int) substr((string) strrchr((string) stream_socket_get_name($taken, false), ':'), 1);
        $choice = LoopChoice::best();
        $log = new Log(STDERR);
        $listener = new Listener(
            $choice->loop, new Connections($choice->loop, $log, 1, 1, static fn () => null), $log,
            fn () => $this->createStub(Protocol::class),
        );
        $this->expectExceptionMessage("Cannot listen on 127.0.0.1:{$port}");
        $listener->listen(Address::tcp('127.0.0.1', $port));
    }

    public function test_without_descriptors_left_accepting_pauses_says_so_and_recovers(): void
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
        $metrics = $server->apiPeer()->write("GET /metrics HTTP/1.0\r\n\r\n")->answer();
        $this->assertMatchesRegularExpression('/^chat_errors_total\{code="too_many_connections"\} [1-9]/m', $metrics);
        $this->assertStringContainsString('200 OK', $peer->answer());
        $server->stop();
    }
}
