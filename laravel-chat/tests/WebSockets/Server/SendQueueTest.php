<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use RuntimeException;
use WebSockets\Server\SendQueue;

final class SendQueueTest extends TestCase
{
    /** @var array{resource, resource} */
    private array $pair;

    protected function setUp(): void
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        array_map(fn ($stream) => stream_set_blocking($stream, false), $pair);
        stream_set_write_buffer($pair[0], 0);
        stream_set_read_buffer($pair[1], 0);
        $this->pair = [$pair[0], $pair[1]];
    }

    public function test_pieces_of_every_size_arrive_whole_and_in_order(): void
    {
        mt_srand(7);
        $queue = new SendQueue;
        $sent = substr('the kernel took the beginning of this one', 10);
        $queue->add('the kernel took the beginning of this one', 10);
        $got = '';
        for ($i = 0; $i < 400; $i++) {
            $piece = str_repeat(chr(65 + $i % 26), [1, 2, 700, 1023, 1024, 4096, 70_000][mt_rand(0, 6)]);
            $sent .= $piece;
            $queue->add($piece);
            if (mt_rand(0, 3) === 0) {
                $got .= $this->drain($queue, mt_rand(1, 300_000));
            }
            $this->assertSame(strlen($sent) - strlen($got), $queue->bytes);
        }
        $got .= $this->drain($queue, PHP_INT_MAX);
        $this->assertTrue($sent === $got);
        $this->assertSame(0, $queue->bytes);
    }

    public function test_short_pieces_go_to_the_kernel_together(): void
    {
        // One packet is what one call wrote.
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_SEQPACKET, 0) ?: throw new RuntimeException;
        array_map(fn ($stream) => stream_set_blocking($stream, false), $pair);
        stream_set_write_buffer($pair[0], 0);
        $queue = new SendQueue;
        for ($i = 0; $i < 100; $i++) {
            $queue->add(str_repeat('x', 100));
        }
        $this->assertSame(10_000, $queue->sendTo($pair[0], 65_536));
        $this->assertSame(10_000, strlen((string) stream_socket_recvfrom($pair[1], 65_536)));
    }

    public function test_one_send_takes_whole_pieces_until_the_budget_is_used(): void
    {
        $queue = new SendQueue;
        for ($i = 0; $i < 10; $i++) {
            $queue->add(str_repeat('x', 20_000));
        }
        $this->assertSame(20_000, $queue->sendTo($this->pair[0], 1));
        $this->assertSame(40_000, $queue->sendTo($this->pair[0], 30_000));
        $this->assertSame(140_000, $queue->bytes);
    }

    private function drain(SendQueue $queue, int $bytes): string
    {
        $got = '';
        while ($bytes > 0 && $queue->bytes > 0) {
            $bytes -= (int) $queue->sendTo($this->pair[0], min($bytes, 65_536));
            $got .= stream_get_contents($this->pair[1]);
        }

        return $got.stream_get_contents($this->pair[1]);
    }
}
