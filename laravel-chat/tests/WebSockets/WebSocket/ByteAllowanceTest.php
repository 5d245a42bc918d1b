<?php

declare(strict_types=1);

namespace Tests\WebSockets\WebSocket;

use PHPUnit\Framework\TestCase;
use WebSockets\WebSocket\ByteAllowance;

final class ByteAllowanceTest extends TestCase
{
    public function test_a_burst_goes_through_and_what_is_beyond_it_waits_until_it_is_paid(): void
    {
        $allowance = new ByteAllowance(1000, 5000, 250, 10.0);
        $this->assertSame(0.0, $allowance->charge(5000, 0, 10.0));
        $this->assertSame(2.0, $allowance->charge(2000, 0, 10.0));
        $this->assertSame(0.0, $allowance->charge(0, 0, 12.0));
        $this->assertSame(1.0, $allowance->charge(2000, 0, 13.0));
    }

    public function test_an_idle_peer_saves_no_more_than_the_burst(): void
    {
        $allowance = new ByteAllowance(1000, 5000, 250, 0.0);
        $this->assertSame(1.0, $allowance->charge(6000, 0, 1_000_000.0));
    }

    public function test_many_small_frames_are_charged_for_the_work_they_make(): void
    {
        $allowance = new ByteAllowance(1000, 5000, 250, 0.0);
        $this->assertGreaterThan(100.0, $allowance->charge(6 * 1000, 1000, 0.0));
    }
}
