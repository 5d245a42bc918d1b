<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Server;

use ChannelServer\Server\SendQueue;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use RuntimeException;

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
            $this->assertGreaterThanOrEqual($queue->bytes, $queue->cost);
        }
        $got .= $this->drain($queue, PHP_INT_MAX);
        $this->assertTrue($sent === $got);
        $this->assertSame([0, 0], [$queue->bytes, $queue->cost]);
    }

    /** @return array<string, array{int, float}> bytes of a piece, and what a byte of it may be charged at most */
    public static function sizes(): array
    {
        return ['2 bytes' => [2, 1.3], '150 bytes' => [150, 1.3], '1,100 bytes' => [1100, 1.4], '3,000 bytes' => [3000, 1.4], '4,100 bytes' => [4100, 2.1], '60,000 bytes' => [60_000, 1.1]];
    }

    #[DataProvider('sizes')]
    public function test_what_waits_is_charged_what_it_costs(int $length, float $most): void
    {
        $queue = new SendQueue;
        $total = 2_000_000;
        $before = memory_get_usage();
        for ($i = 0; $i < $total; $i += $length) {
            $queue->add(str_repeat('x', $length));
        }
        $real = memory_get_usage() - $before;
        $this->assertLessThanOrEqual($queue->cost + 100_000, $real);
        $this->assertLessThanOrEqual($most * $queue->bytes, $queue->cost);
    }

    public function test_large_pieces_are_shared_by_all_who_wait_for_them(): void
    {
        $event = str_repeat('x', 500_000);
        $queue = new SendQueue;
        $before = memory_get_usage();
        $queue->add($event);
        $this->assertLessThan(10_000, memory_get_usage() - $before);
        $this->assertGreaterThan(500_000, $queue->cost);
    }

    public function test_a_portion_ends_where_the_budget_does(): void
    {
        $queue = new SendQueue;
        for ($i = 0; $i < 10; $i++) {
            $queue->add(str_repeat('x', 20_000));
        }
        $this->assertSame(20_000, $queue->sendTo($this->pair[0], 1));
        $this->assertSame(40_000, $queue->sendTo($this->pair[0], 30_000));
        $this->assertSame(140_000, $queue->bytes);
    }

    public function test_a_broken_stream_is_told(): void
    {
        fclose($this->pair[1]);
        $queue = new SendQueue;
        $queue->add('x');
        $this->assertFalse($queue->sendTo($this->pair[0], 1));
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
