<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use React\EventLoop\TimerInterface;
use RuntimeException;
use stdClass;
use WeakReference;

final class EpollLoopTest extends LoopTestCase
{
    public function test_it_ends_when_nothing_is_left_to_happen(): void
    {
        $this->expectNotToPerformAssertions();
        $this->loop->run();
    }

    public function test_a_readable_stream_calls_its_listener_with_the_stream(): void
    {
        [$a, $b] = $this->pair();
        $got = [];
        $this->loop->addReadStream($a, function ($stream) use (&$got): void {
            $got[] = fread($stream, 100);
            $this->loop->removeReadStream($stream);
        });
        fwrite($b, 'hello');
        $this->loop->run();
        $this->assertSame(['hello'], $got);
    }

    public function test_a_writable_stream_calls_its_listener_until_it_is_removed(): void
    {
        [$a] = $this->pair();
        $calls = 0;
        $this->loop->addWriteStream($a, function ($stream) use (&$calls): void {
            if (++$calls === 3) {
                $this->loop->removeWriteStream($stream);
            }
        });
        $this->loop->run();
        $this->assertSame(3, $calls);
    }

    public function test_reading_and_writing_on_one_stream_are_watched_apart(): void
    {
        [$a, $b] = $this->pair();
        $log = [];
        $this->loop->addReadStream($a, function ($stream) use (&$log): void {
            $log[] = 'read '.fread($stream, 10);
            $this->loop->removeReadStream($stream);
        });
        $this->loop->addWriteStream($a, function ($stream) use (&$log, $b): void {
            $log[] = 'write';
            $this->loop->removeWriteStream($stream);
            fwrite($b, 'x');
        });
        $this->loop->run();
        $this->assertSame(['write', 'read x'], $log);
    }

    public function test_a_second_listener_for_a_stream_is_ignored(): void
    {
        [$a, $b] = $this->pair();
        $who = [];
        foreach (['first', 'second'] as $name) {
            $this->loop->addReadStream($a, function ($stream) use (&$who, $name): void {
                $who[] = $name;
                $this->loop->removeReadStream($stream);
            });
        }
        fwrite($b, 'x');
        $this->loop->run();
        $this->assertSame(['first'], $who);
    }

    public function test_the_end_of_a_stream_makes_it_readable(): void
    {
        [$a, $b] = $this->pair();
        $ended = false;
        $this->loop->addReadStream($a, function ($stream) use (&$ended): void {
            fread($stream, 10);
            $ended = feof($stream);
            $this->loop->removeReadStream($stream);
        });
        fclose($b);
        $this->loop->run();
        $this->assertTrue($ended);
    }

    public function test_timers_fire_in_the_order_they_are_due(): void
    {
        $log = [];
        $this->loop->addTimer(0.03, function () use (&$log): void {
            $log[] = 'late';
        });
        $this->loop->addTimer(0.01, function () use (&$log): void {
            $log[] = 'early';
        });
        $this->loop->run();
        $this->assertSame(['early', 'late'], $log);
    }

    public function test_a_timer_never_fires_early(): void
    {
        $start = hrtime(true);
        $this->loop->addTimer(0.0205, fn () => null);
        $this->loop->run();
        $this->assertGreaterThanOrEqual(20_500_000, hrtime(true) - $start);
    }

    public function test_a_periodic_timer_fires_until_it_is_cancelled(): void
    {
        $ticks = 0;
        $this->loop->addPeriodicTimer(0.002, function (TimerInterface $timer) use (&$ticks): void {
            if (++$ticks === 4) {
                $this->loop->cancelTimer($timer);
            }
        });
        $this->loop->run();
        $this->assertSame(4, $ticks);
    }

    public function test_a_cancelled_timer_does_not_fire(): void
    {
        $fired = false;
        $timer = $this->loop->addTimer(0.001, function () use (&$fired): void {
            $fired = true;
        });
        $this->loop->cancelTimer($timer);
        $this->loop->run();
        $this->assertFalse($fired);
    }

    public function test_a_cancelled_timer_keeps_nothing_of_what_it_would_have_called(): void
    {
        $called = new stdClass;
        $kept = WeakReference::create($called);
        $this->loop->cancelTimer($this->loop->addTimer(3600, fn () => $called->is = 'called'));
        unset($called);
        $this->assertNull($kept->get());
    }

    public function test_thousands_of_cancelled_timers_do_not_pile_up(): void
    {
        $before = memory_get_usage();
        for ($i = 0; $i < 20_000; $i++) {
            $this->loop->cancelTimer($this->loop->addTimer(3600, fn () => null));
        }
        $this->assertLessThan(200_000, memory_get_usage() - $before);
    }

    public function test_a_timer_set_by_a_listener_shortens_the_next_wait(): void
    {
        [$a, $b] = $this->pair();
        $start = hrtime(true);
        $long = $this->loop->addTimer(60, fn () => null);
        $this->loop->addReadStream($a, function ($stream) use ($long): void {
            $this->loop->removeReadStream($stream);
            $this->loop->addTimer(0.01, fn () => $this->loop->cancelTimer($long));
        });
        fwrite($b, 'x');
        $this->loop->run();
        $this->assertLessThan(30_000_000_000, hrtime(true) - $start);
    }

    public function test_a_tick_runs_before_timers_and_streams_of_the_turn(): void
    {
        $log = [];
        $this->loop->addTimer(0, function () use (&$log): void {
            $log[] = 'timer';
        });
        $this->loop->futureTick(function () use (&$log): void {
            $log[] = 'tick';
        });
        $this->loop->run();
        $this->assertSame(['tick', 'timer'], $log);
    }

    public function test_ticks_that_ask_for_ticks_do_not_starve_streams(): void
    {
        [$a, $b] = $this->pair();
        fwrite($b, 'x');
        $ticks = 0;
        $again = function () use (&$again, &$ticks): void {
            $ticks++;
            $this->loop->futureTick($again);
        };
        $this->loop->futureTick($again);
        $this->loop->addReadStream($a, fn () => $this->loop->stop());
        $this->loop->run();
        $this->assertLessThan(5, $ticks);
    }

    public function test_a_signal_reaches_its_listener_and_interrupts_the_wait(): void
    {
        $got = null;
        $this->loop->addSignal(SIGUSR1, $listener = function (int $signal) use (&$got, &$listener): void {
            $got = $signal;
            $this->loop->removeSignal(SIGUSR1, $listener);
        });
        $this->loop->addTimer(0.01, fn () => posix_kill((int) getmypid(), SIGUSR1));
        $start = hrtime(true);
        $this->loop->run();
        $this->assertSame(SIGUSR1, $got);
        $this->assertLessThan(30_000_000_000, hrtime(true) - $start);
    }

    public function test_what_a_signal_listener_meets_is_not_taken_for_a_failure_of_the_wait(): void
    {
        $got = 0;
        $this->loop->addSignal(SIGUSR2, function () use (&$got): void {
            $got++;
            @stream_socket_client('unix:///nonexistent/socket'); // sets errno
        });
        $child = proc_open(['bash', '-c', 'for i in 1 2 3 4 5; do sleep 0.02; kill -USR2 '.getmypid().'; done'], [], $pipes) ?: $this->fail();
        $this->loop->addTimer(0.5, $this->loop->stop(...));
        $this->loop->run();
        proc_close($child);
        $this->assertGreaterThan(0, $got);
    }

    public function test_a_timer_in_fifty_days_or_never_neither_spins_nor_overflows(): void
    {
        [$a] = $this->pair();
        $this->loop->addReadStream($a, static fn () => null);
        $timeout = new \ReflectionMethod($this->loop, 'timeout');
        (new \ReflectionProperty($this->loop, 'running'))->setValue($this->loop, true);
        foreach ([INF, 1e12, 2 ** 32 / 1000, 25 * 86_400.0] as $seconds) {
            $this->loop->addTimer($seconds, static fn () => null);
            $ms = $timeout->invoke($this->loop);
            $this->assertGreaterThan(1000, $ms, "{$seconds} s");
            $this->assertLessThan(2 ** 31, $ms, "{$seconds} s");
        }
    }

    public function test_a_signal_during_the_wait_is_no_error(): void
    {
        [$a, $b] = $this->pair();
        $this->loop->addSignal(SIGUSR2, fn () => null);
        $parent = (int) getmypid();
        $child = $this->fork(function () use ($parent, $b): void {
            for ($i = 0; $i < 20; $i++) {
                posix_kill($parent, SIGUSR2);
                usleep(2000);
            }
            fwrite($b, 'done');
        });
        $got = '';
        $this->loop->addReadStream($a, function ($stream) use (&$got): void {
            $got = fread($stream, 10);
            $this->loop->stop();
        });
        $this->loop->run();
        pcntl_waitpid($child, $status);
        $this->assertSame('done', $got);
    }

    public function test_a_reused_descriptor_does_not_get_the_events_of_its_predecessor(): void
    {
        [$a, $b] = $this->pair();
        [$c, $d] = $this->pair();
        $log = [];
        // Both are ready in one batch; the first closes the second, whose number the newcomer then gets.
        $this->loop->addReadStream($a, function ($stream) use (&$log, &$c, &$e, &$f): void {
            $log[] = 'a';
            $this->loop->removeReadStream($stream);
            $this->loop->removeReadStream($c);
            fclose($c);
            [$e, $f] = $this->pair();
            $this->loop->addReadStream($e, function () use (&$log): void {
                $log[] = 'newcomer';
            });
        });
        $this->loop->addReadStream($c, function () use (&$log): void {
            $log[] = 'closed';
        });
        fwrite($b, 'x');
        fwrite($d, 'x');
        $this->loop->addTimer(0.02, fn () => $this->loop->stop());
        $this->loop->run();
        $this->assertSame(['a'], $log);
    }

    public function test_a_stream_closed_while_registered_is_forgotten_and_its_number_works_for_the_next(): void
    {
        [$a, $b] = $this->pair();
        $this->loop->addReadStream($a, fn () => $this->fail('closed streams have no events'));
        fclose($a);
        [$c, $d] = $this->pair();
        $got = '';
        $this->loop->addReadStream($c, function ($stream) use (&$got): void {
            $got = fread($stream, 10);
            $this->loop->removeReadStream($stream);
        });
        fwrite($d, 'new');
        $this->loop->run();
        $this->assertSame('new', $got);
    }

    public function test_a_stream_closed_while_registered_does_not_keep_the_loop_alive(): void
    {
        [$a] = $this->pair();
        $this->loop->addReadStream($a, fn () => null);
        fclose($a);
        $start = hrtime(true);
        $this->loop->run();
        $this->assertLessThan(30_000_000_000, hrtime(true) - $start);
    }

    public function test_removing_a_closed_stream_is_harmless(): void
    {
        [$a] = $this->pair();
        $this->loop->addReadStream($a, fn () => null);
        fclose($a);
        $this->loop->removeReadStream($a);
        $this->loop->removeWriteStream($a);
        $this->loop->run();
        $this->expectNotToPerformAssertions();
    }

    public function test_mass_connects_and_closes_leave_nothing_behind(): void
    {
        $before = count(scandir('/proc/self/fd') ?: []);
        for ($round = 0; $round < 20; $round++) {
            $pairs = array_map(fn () => $this->pair(), range(1, 100));
            $seen = 0;
            foreach ($pairs as [$a, $b]) {
                $this->loop->addReadStream($a, function ($stream) use (&$seen): void {
                    $seen++;
                    $this->loop->removeReadStream($stream);
                    fclose($stream);
                });
            }
            shuffle($pairs);
            foreach ($pairs as [$a, $b]) {
                fclose($b);
            }
            $this->loop->run();
            $this->assertSame(100, $seen);
        }
        $this->assertLessThan($before + 10, count(scandir('/proc/self/fd') ?: []));
    }

    public function test_a_copy_of_a_closed_socket_in_another_process_does_not_make_the_loop_spin(): void
    {
        [$a, $b] = $this->pair();
        $calls = 0;
        $this->loop->addReadStream($a, function () use (&$calls): void {
            $calls++;
        });
        [$hold, $release] = $this->pair();
        $child = $this->fork(function () use ($hold): void {
            stream_set_blocking($hold, true);
            fread($hold, 1);
        });
        // Closed behind the loop's back while the child keeps the description alive: epoll goes on reporting it.
        fclose($a);
        fwrite($b, 'x');
        $tick = $this->loop->addPeriodicTimer(0.05, fn () => null);
        [$c, $d] = $this->pair();
        $this->loop->addReadStream($c, fn () => null);
        $this->loop->addTimer(0.2, fn () => $this->loop->stop());
        $before = $this->cpuTime();
        $this->loop->run();
        $used = $this->cpuTime() - $before;
        $this->loop->cancelTimer($tick);
        fwrite($release, 'x');
        pcntl_waitpid($child, $status);
        $this->assertLessThan(3, $calls);
        $this->assertLessThan(60_000, $used, 'µs of CPU in 0.2 s');
    }

    public function test_a_forked_child_does_not_touch_the_registrations_of_its_parent(): void
    {
        [$a, $b] = $this->pair();
        $got = '';
        $this->loop->addReadStream($a, function ($stream) use (&$got): void {
            $got = fread($stream, 10);
            $this->loop->stop();
        });
        $child = $this->fork(function () use ($a): void {
            $this->loop->removeReadStream($a);
        });
        pcntl_waitpid($child, $status);
        fwrite($b, 'still');
        $this->loop->addTimer(1, fn () => $this->loop->stop());
        $this->loop->run();
        $this->assertSame('still', $got);
    }

    public function test_a_loop_made_before_a_fork_works_in_the_child(): void
    {
        [$a, $b] = $this->pair();
        $this->loop->addReadStream($a, function ($stream): void {
            fwrite($stream, 'child got '.fread($stream, 10));
            $this->loop->removeReadStream($stream);
        });
        $child = $this->fork(function (): void {
            [$c, $d] = $this->pair();
            $this->loop->addReadStream($c, fn ($stream) => $this->loop->removeReadStream($stream));
            fwrite($d, 'x');
            $this->loop->run();
        });
        fwrite($b, 'this');
        pcntl_waitpid($child, $status);
        stream_set_blocking($b, true);
        $this->assertSame('child got this', fread($b, 100));
    }

    public function test_a_regular_file_is_always_ready(): void
    {
        $file = fopen(__FILE__, 'r') ?: throw new RuntimeException;
        $reads = 0;
        $this->loop->addReadStream($file, function ($stream) use (&$reads): void {
            if (++$reads === 3) {
                $this->loop->removeReadStream($stream);
            }
        });
        $this->loop->run();
        $this->assertSame(3, $reads);
    }

    public function test_pipes_are_watched(): void
    {
        $process = proc_open(['sh', '-c', 'sleep 0.02; echo hi'], [1 => ['pipe', 'w']], $pipes) ?: throw new RuntimeException;
        stream_set_blocking($pipes[1], false);
        $got = '';
        $this->loop->addReadStream($pipes[1], function ($stream) use (&$got): void {
            $got .= fread($stream, 10);
            if (feof($stream)) {
                $this->loop->removeReadStream($stream);
            }
        });
        $this->loop->run();
        proc_close($process);
        $this->assertSame("hi\n", $got);
    }

    public function test_a_stream_without_a_descriptor_is_refused_with_a_reason(): void
    {
        $memory = fopen('php://memory', 'r') ?: throw new RuntimeException;
        $this->expectExceptionMessage('no descriptor');
        $this->loop->addReadStream($memory, fn () => null);
    }

    public function test_an_exception_of_a_listener_leaves_run_and_the_loop_can_run_on(): void
    {
        [$a, $b] = $this->pair();
        $calls = 0;
        $this->loop->addReadStream($a, function ($stream) use (&$calls): void {
            if (++$calls === 1) {
                throw new RuntimeException('listener');
            }
            $this->loop->removeReadStream($stream);
        });
        fwrite($b, 'x');
        try {
            $this->loop->run();
            $this->fail('the exception is not swallowed');
        } catch (RuntimeException $listener) {
            $this->assertSame('listener', $listener->getMessage());
        }
        $this->loop->run();
        $this->assertSame(2, $calls);
    }

    public function test_more_than_1024_streams_are_watched_at_once(): void
    {
        $limits = posix_getrlimit() ?: [];
        $hard = $limits['hard openfiles'];
        if (is_numeric($hard) && (int) $hard < 4000) {
            $this->markTestSkipped("only {$hard} descriptors are allowed here");
        }
        posix_setrlimit(POSIX_RLIMIT_NOFILE, is_numeric($hard) ? (int) $hard : 4000, is_numeric($hard) ? (int) $hard : 4000);
        $pairs = array_map(fn () => $this->pair(), range(1, 1500));
        $seen = 0;
        foreach ($pairs as [$a, $b]) {
            $this->loop->addReadStream($a, function ($stream) use (&$seen): void {
                $seen++;
                $this->loop->removeReadStream($stream);
            });
            fwrite($b, 'x');
        }
        $this->loop->run();
        $this->assertSame(1500, $seen);
    }
}
