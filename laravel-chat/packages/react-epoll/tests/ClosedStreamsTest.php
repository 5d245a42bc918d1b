<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use FFI;
use ReactEpoll\LoopFailed;
use RuntimeException;

/** Streams that are closed while they are watched, and what the kernel refuses. */
final class ClosedStreamsTest extends LoopTestCase
{
    public function test_a_file_closed_while_registered_is_not_told_any_more_and_does_not_keep_the_loop_alive(): void
    {
        $file = fopen(__FILE__, 'r') ?: throw new RuntimeException;
        $calls = 0;
        $this->loop->addReadStream($file, function ($stream) use (&$calls): void {
            $calls++;
            fclose($stream);
        });
        $this->loop->run();
        $this->assertSame(1, $calls);
    }

    public function test_a_stream_that_its_reader_closes_is_not_told_to_its_writer(): void
    {
        [$a, $b] = $this->pair();
        fwrite($b, 'x');
        $this->loop->addReadStream($a, fn ($stream) => fclose($stream));
        $this->loop->addWriteStream($a, fn () => $this->fail('it is closed'));
        $this->loop->run();
        $this->expectNotToPerformAssertions();
    }

    public function test_a_stream_closed_soon_after_another_does_not_keep_the_loop_alive(): void
    {
        // Begun first: it must not have copies of the others.
        $process = proc_open(['sh', '-c', 'sleep 0.02; echo'], [1 => ['pipe', 'w']], $pipes) ?: throw new RuntimeException;
        [$a] = $this->pair();
        $this->loop->addReadStream($a, fn () => null);
        // The wait for this one began with a look for closed streams.
        $this->loop->addReadStream($pipes[1], function ($stream) use ($a): void {
            fclose($stream);
            fclose($a);
        });
        pcntl_alarm(10);
        $this->loop->run();
        pcntl_alarm(0);
        proc_close($process);
        $this->expectNotToPerformAssertions();
    }

    public function test_a_descriptor_that_others_closed_is_named_by_an_exception(): void
    {
        [$a] = $this->pair();
        $this->loop->addReadStream($a, fn () => null);
        $number = (int) (new \ReflectionProperty($this->watch($a), 'descriptor'))->getValue($this->watch($a));
        $libc = FFI::cdef('int close(int fd); int dup2(int from, int to);');
        [$spare] = $this->pair();
        $libc->close($number); // @phpstan-ignore-line
        try {
            $this->loop->addWriteStream($a, fn () => null);
            $this->fail('the descriptor is gone');
        } catch (RuntimeException $refusal) {
            $this->assertStringContainsString('descriptor', $refusal->getMessage());
        } finally {
            // PHP closes the number at the end.
            $libc->dup2(0, $number); // @phpstan-ignore-line
        }
        $this->loop->run();
    }

    public function test_what_epoll_refuses_is_named_by_an_exception_and_the_others_go_on(): void
    {
        [$a, $b] = $this->pair();
        $this->loop->addReadStream($a, function ($stream): void {
            $this->loop->removeReadStream($stream);
        });
        fwrite($b, 'x');
        foreach (scandir('/proc/self/fd') ?: [] as $number) {
            if (@readlink("/proc/self/fd/$number") === 'anon_inode:[eventpoll]') {
                $sets[] = fopen("php://fd/$number", 'r') ?: throw new RuntimeException;
            }
        }
        $refused = 0;
        foreach ($sets ?? [] as $set) {
            try {
                $this->loop->addReadStream($set, fn () => null);
                $this->loop->removeReadStream($set);
            } catch (LoopFailed $refusal) {
                $refused++;
                $this->assertStringContainsString('epoll_ctl failed with errno', $refusal->getMessage());
            }
        }
        $this->assertGreaterThan(0, $refused, 'no set can watch itself');
        $this->loop->run();
    }

    /** @param  resource  $stream */
    private function watch($stream): object
    {
        $watches = (new \ReflectionProperty($this->loop, 'watches'))->getValue($this->loop);

        return $watches->find($stream);
    }
}
