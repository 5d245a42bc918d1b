<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use RuntimeException;

#[RequiresPhpExtension('pcntl')]
#[RequiresPhpExtension('posix')]
final class SignalsTest extends LoopTestCase
{
    public function test_a_signal_that_came_before_the_wait_is_told_at_once(): void
    {
        $start = hrtime(true);
        $this->loop->addSignal(SIGUSR1, $this->loop->stop(...));
        $this->loop->futureTick(fn () => posix_kill((int) getmypid(), SIGUSR1));
        $this->loop->addTimer(10, fn () => $this->fail('nobody told it'));
        $this->loop->run();
        $this->assertLessThan(5_000_000_000, hrtime(true) - $start);
    }

    public function test_a_signal_ends_a_wait_without_end(): void
    {
        $got = [];
        $this->loop->addSignal(SIGUSR1, function (int $signal) use (&$got): void {
            $got[] = $signal;
            $this->loop->stop();
        });
        $parent = (int) getmypid();
        $child = $this->fork(function () use ($parent): void {
            usleep(20_000);
            posix_kill($parent, SIGUSR1);
        });
        $this->loop->run();
        pcntl_waitpid($child, $status);
        $this->assertSame([SIGUSR1], $got);
    }

    public function test_a_loop_that_only_waits_for_signals_does_not_wake_up(): void
    {
        $this->loop->addSignal(SIGUSR1, fn () => null);
        $timeout = new \ReflectionMethod($this->loop, 'timeout');
        (new \ReflectionProperty($this->loop, 'running'))->setValue($this->loop, true);
        $this->assertSame(-1, $timeout->invoke($this->loop));
    }

    public function test_no_signal_is_blocked_where_listeners_run(): void
    {
        $blocked = [];
        $look = function () use (&$blocked): void {
            preg_match('/^SigBlk:\s+(\w+)$/m', (string) file_get_contents('/proc/self/status'), $found);
            $blocked[] = $found[1] ?? throw new RuntimeException;
        };
        $look();
        $this->loop->addSignal(SIGUSR1, $look);
        $this->loop->addSignal(SIGUSR1, $this->loop->stop(...));
        $this->loop->addTimer(0.001, $look);
        $this->loop->addTimer(0.002, fn () => posix_kill((int) getmypid(), SIGUSR1));
        $this->loop->run();
        $this->assertCount(3, $blocked);
        $this->assertCount(1, array_unique($blocked));
    }

    public function test_the_same_listener_is_told_once_and_others_in_their_order(): void
    {
        $told = [];
        $first = function () use (&$told): void {
            $told[] = 'first';
        };
        $this->loop->addSignal(SIGUSR1, $first);
        $this->loop->addSignal(SIGUSR1, $first);
        $this->loop->addSignal(SIGUSR1, function () use (&$told): void {
            $told[] = 'second';
            $this->loop->stop();
        });
        $this->loop->futureTick(fn () => posix_kill((int) getmypid(), SIGUSR1));
        $this->loop->run();
        $this->assertSame(['first', 'second'], $told);
    }

    public function test_a_signal_without_listeners_does_again_what_it_did(): void
    {
        $child = $this->fork(function (): void {
            $this->loop->addSignal(SIGTERM, $listener = fn () => null);
            $this->loop->removeSignal(SIGTERM, $listener);
            posix_kill((int) getmypid(), SIGTERM);
        });
        pcntl_waitpid($child, $status);
        $this->assertSame(SIGTERM, pcntl_wtermsig($status));
    }
}
