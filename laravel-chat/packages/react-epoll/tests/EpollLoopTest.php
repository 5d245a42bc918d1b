<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use ReactEpoll\Watch;
use ReflectionProperty;
use RuntimeException;

#[RequiresPhpExtension('ffi')]
final class EpollLoopTest extends TestCase
{
    private EpollLoop $loop;

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
    }

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

    public function test_a_timer_in_fifty_days_or_never_neither_spins_nor_overflows(): void
    {
        [$a] = $this->pair();
        $this->loop->addReadStream($a, static fn () => null);
        $timeout = new \ReflectionMethod($this->loop, 'timeout');
        (new \ReflectionProperty($this->loop, 'isRunning'))->setValue($this->loop, true);
        foreach ([INF, 1e12, 2 ** 32 / 1000, 25 * 86_400.0] as $seconds) {
            $this->loop->addTimer($seconds, static fn () => null);
            $ms = $timeout->invoke($this->loop);
            $this->assertGreaterThan(1000, $ms, "{$seconds} s");
            $this->assertLessThan(2 ** 31, $ms, "{$seconds} s");
        }
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
        $this->expectExceptionMessage('only sockets and pipes');
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
        $pairs = [];
        $seen = 0;
        for ($i = 0; $i < 1500; $i++) {
            $pairs[] = [$a, $b] = $this->pair();
            $this->loop->addReadStream($a, function ($stream) use (&$seen): void {
                $seen++;
                $this->loop->removeReadStream($stream);
            });
            fwrite($b, 'x');
        }
        $this->loop->run();
        $this->assertSame(1500, $seen);
    }

    public function test_what_a_timer_throws_is_thrown_once_and_the_others_go_on(): void
    {
        $fired = 0;
        $this->loop->addTimer(0.001, static fn () => throw new RuntimeException('timer'));
        $this->loop->addTimer(0.002, function () use (&$fired): void {
            $fired++;
        });
        try {
            $this->loop->run();
            $this->fail('the exception is not swallowed');
        } catch (RuntimeException $fault) {
            $this->assertSame('timer', $fault->getMessage());
        }
        $this->loop->run();
        $this->assertSame(1, $fired);
    }

    public function test_a_stream_that_is_listened_to_again_is_not_looked_for_again(): void
    {
        $pairs = array_map(fn () => $this->pair(), range(1, 100));
        $heard = 0;
        $listener = function ($stream) use (&$heard): void {
            $heard += strlen((string) fread($stream, 10));
            $heard === 200 && $this->loop->stop();
        };
        foreach ($pairs as [$a]) {
            $this->loop->addReadStream($a, $listener);
        }
        $watches = (new ReflectionProperty(EpollLoop::class, 'watches'))->getValue($this->loop);
        $known = array_map(static fn (array $pair): ?Watch => $watches->find($pair[0]), $pairs);
        foreach ([1, 2] as $round) {
            foreach ($pairs as [$a, $b]) {
                $this->loop->removeReadStream($a);
                fwrite($b, 'x');
            }
            foreach ($pairs as [$a]) {
                $this->loop->addReadStream($a, $listener);
            }
        }
        $this->loop->run();
        $this->assertSame(200, $heard);
        $this->assertSame($known, array_map(static fn (array $pair): ?Watch => $watches->find($pair[0]), $pairs));
    }

    /** @return array{resource, resource} */
    private function pair(): array
    {
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0) ?: throw new RuntimeException;
        stream_set_blocking($pair[0], false);
        stream_set_blocking($pair[1], false);

        return [$pair[0], $pair[1]];
    }
}
