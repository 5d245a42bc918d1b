<?php

declare(strict_types=1);

namespace ChannelServer\Tests\WebSocket;

use ChannelServer\WebSocket\ByteAllowance;
use ChannelServer\WebSocket\ByteRates;
use PHPUnit\Framework\TestCase;

final class ByteAllowanceTest extends TestCase
{
    public function test_a_burst_goes_through_and_what_is_beyond_it_waits_until_it_is_paid(): void
    {
        $allowance = new ByteAllowance(new ByteRates(1000, 5000), 10.0);
        $allowance->charge(5000);
        $this->assertSame(0.0, $allowance->wait(10.0));
        $allowance->charge(2000);
        $this->assertFalse($allowance->hasLeft());
        $this->assertSame(2.0, $allowance->wait(10.0));
        $this->assertSame(0.0, $allowance->wait(12.0));
        $allowance->charge(2000);
        $this->assertSame(1.0, $allowance->wait(13.0));
    }

    public function test_an_idle_peer_saves_no_more_than_the_burst(): void
    {
        $allowance = new ByteAllowance(new ByteRates(1000, 5000), 0.0);
        $this->assertSame(0.0, $allowance->wait(1_000_000.0));
        $allowance->charge(6000);
        $this->assertSame(1.0, $allowance->wait(1_000_000.0));
    }

    public function test_who_has_not_joined_may_say_little_and_gains_nothing_by_joining_again(): void
    {
        $allowance = new ByteAllowance(new ByteRates(1000, 5000, unjoinedBurst: 100, unjoinedSeconds: 10), 0.0);
        $allowance->charge(110);
        $this->assertSame(1.0, $allowance->wait(0.0));
        $allowance->joined(true, 0.0);
        $this->assertSame(0.0, $allowance->wait(0.0));
        $allowance->charge(4890);
        for ($i = 0; $i < 10; $i++) {
            $allowance->joined(false, 0.0);
            $this->assertSame(490.0, $allowance->wait(0.0));
            $allowance->joined(true, 0.0);
        }
        $this->assertSame(0.0, $allowance->wait(0.0));
        $allowance->charge(10);
        $this->assertSame(0.01, $allowance->wait(0.0));
    }
}
