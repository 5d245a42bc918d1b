<?php

declare(strict_types=1);

namespace ReactEpoll\Tests;

use RuntimeException;

/** Which descriptor a stream has, where its inode does not tell. */
final class StreamIdentityTest extends LoopTestCase
{
    private string $fifo;

    protected function setUp(): void
    {
        parent::setUp();
        $this->fifo = sys_get_temp_dir().'/react-epoll-'.getmypid().'-'.bin2hex(random_bytes(4));
    }

    protected function tearDown(): void
    {
        @unlink($this->fifo);
    }

    public function test_a_regular_file_that_was_opened_twice_is_two_streams(): void
    {
        $told = [];
        foreach (['first', 'second'] as $name) {
            $files[] = $file = fopen(__FILE__, 'r') ?: throw new RuntimeException;
            $this->loop->addReadStream($file, function ($stream) use (&$told, $name): void {
                $told[] = $name;
                $this->loop->removeReadStream($stream);
            });
        }
        $this->loop->run();
        $this->assertSame(['first', 'second'], $told);
    }

    public function test_both_ends_of_a_named_pipe_are_watched_each_for_its_own(): void
    {
        [$reader, $writer] = $this->ends();
        $log = [];
        $this->loop->addReadStream($reader, function ($stream) use (&$log): void {
            $log[] = 'read '.fread($stream, 10);
            $this->loop->removeReadStream($stream);
        });
        $this->loop->addWriteStream($writer, function ($stream) use (&$log): void {
            $log[] = 'write';
            fwrite($stream, 'x');
            $this->loop->removeWriteStream($stream);
        });
        $this->loop->run();
        $this->assertSame(['write', 'read x'], $log);
    }

    public function test_a_full_pipe_is_not_writable_though_its_other_end_is_readable(): void
    {
        [$reader, $writer] = $this->ends();
        while (fwrite($writer, str_repeat('x', 4096)) > 0);
        $this->loop->addWriteStream($writer, fn () => $this->fail('it is full'));
        $this->loop->addReadStream($reader, fn () => $this->loop->stop());
        $this->loop->run();
        $this->expectNotToPerformAssertions();
    }

    public function test_looking_for_the_descriptor_leaves_the_blocking_mode_as_it_was(): void
    {
        [$reader, $writer] = $this->ends();
        stream_set_blocking($reader, true);
        $this->loop->addReadStream($reader, fn () => null);
        $this->loop->addWriteStream($writer, fn () => null);
        $this->assertFalse($this->isNonBlocking($reader, 'r'));
        $this->assertTrue($this->isNonBlocking($writer, 'w'));
    }

    public function test_copies_of_one_descriptor_are_watched_beside_each_other(): void
    {
        foreach ([$this->pair(), $this->ends()] as [$reader, $writer]) {
            $copy = $this->copyOf($reader);
            $told = [];
            foreach (['first' => $reader, 'copy' => $copy] as $name => $stream) {
                $this->loop->addReadStream($stream, function ($stream) use (&$told, $name): void {
                    $told[] = $name;
                    $this->loop->removeReadStream($stream);
                });
            }
            fwrite($writer, 'x');
            $this->loop->run();
            sort($told);
            $this->assertSame(['copy', 'first'], $told);
            @unlink($this->fifo);
        }
    }

    public function test_a_stream_outlives_the_copy_whose_number_it_was_taken_for(): void
    {
        foreach ([0, 1] as $closed) {
            [$reader, $writer] = $this->ends();
            $streams = [$reader, $this->copyOf($reader)];
            $told = [];
            foreach ($streams as $i => $stream) {
                $this->loop->addReadStream($stream, function ($stream) use (&$told, $i): void {
                    $told[] = "$i ".fread($stream, 10);
                    $this->loop->removeReadStream($stream);
                    $this->loop->stop();
                });
            }
            fclose($streams[$closed]);
            // It gets the number that has just become free.
            [$newcomer, $other] = $this->pair();
            $this->loop->addReadStream($newcomer, function ($stream) use (&$told): void {
                $told[] = 'newcomer '.fread($stream, 10);
                $this->loop->removeReadStream($stream);
                $this->loop->stop();
            });
            fwrite($writer, 'x');
            $this->loop->run();
            fwrite($other, 'y');
            $this->loop->run();
            $this->assertSame([(1 - $closed).' x', 'newcomer y'], $told);
            unlink($this->fifo);
        }
    }

    public function test_what_is_wanted_of_a_stream_can_change_after_its_copy_was_closed(): void
    {
        foreach ([0, 1] as $closed) {
            [$a, $b] = $this->pair();
            $streams = [$a, $this->copyOf($a)];
            foreach ($streams as $stream) {
                $this->loop->addReadStream($stream, fn () => null);
            }
            fclose($streams[$closed]);
            $told = [];
            $this->loop->addWriteStream($streams[1 - $closed], function ($stream) use (&$told): void {
                $told[] = 'writable';
                $this->loop->removeWriteStream($stream);
                $this->loop->removeReadStream($stream);
            });
            $this->loop->run();
            $this->assertSame(['writable'], $told);
        }
    }

    public function test_standard_input_output_and_error_on_one_terminal_are_three_streams(): void
    {
        $said = $this->php(<<<'PHP'
            $loop = new ReactEpoll\EpollLoop;
            $typed = '';
            $loop->addReadStream(STDIN, function ($stream) use ($loop, &$typed): void {
                $typed = trim((string) fgets($stream));
                $loop->removeReadStream($stream);
            });
            $again = fopen((string) posix_ttyname(STDOUT), 'w');
            foreach (['output' => STDOUT, 'error' => STDERR, 'another' => $again] as $name => $terminal) {
                $loop->addWriteStream($terminal, function ($stream) use ($loop, $name): void {
                    fwrite($stream, "writable: $name\n");
                    $loop->removeWriteStream($stream);
                });
            }
            $loop->run();
            echo "typed: $typed\n";
            PHP, "word\n");
        foreach (['writable: output', 'writable: error', 'writable: another', 'typed: word'] as $line) {
            $this->assertStringContainsString($line, $said);
        }
    }

    public function test_streams_registered_long_after_they_were_opened_are_found_without_a_walk_for_each(): void
    {
        $pairs = array_map(fn () => $this->pair(), range(1, 400));
        $before = $this->cpuTime();
        foreach ($pairs as [$a]) {
            $this->loop->addReadStream($a, fn () => null);
        }
        // A walk through 800 descriptors takes some 4 ms.
        $used = $this->cpuTime() - $before;
        $this->assertLessThan(400_000, $used, 'µs of CPU');
    }

    /** @return array{resource, resource} the ends of a new named pipe, without blocking */
    private function ends(): array
    {
        posix_mkfifo($this->fifo, 0600);
        // 'n' opens the reader without waiting for a writer.
        $reader = fopen($this->fifo, 'rn') ?: throw new RuntimeException;
        $writer = fopen($this->fifo, 'wn') ?: throw new RuntimeException;

        return [$reader, $writer];
    }

    /**
     * @param  resource  $reader
     * @return resource on a copy (dup) of its descriptor
     */
    private function copyOf($reader)
    {
        return fopen('php://fd/'.$this->number($reader, 'r'), 'r') ?: throw new RuntimeException;
    }

    /** @param  resource  $stream */
    private function isNonBlocking($stream, string $mode): bool
    {
        return ($this->flags($this->number($stream, $mode)) & 04000) !== 0;
    }

    /** @param  resource  $stream the only one with its inode that is open for $mode alone: "r" or "w"; or a socket */
    private function number($stream, string $mode): int
    {
        $stat = fstat($stream) ?: throw new RuntimeException;
        foreach (scandir('/proc/self/fd') ?: [] as $name) {
            if (@fileinode("/proc/self/fd/$name") === $stat['ino'] && in_array($this->flags((int) $name) & 3, [2, ['r' => 0, 'w' => 1][$mode]], true)) {
                return (int) $name;
            }
        }
        throw new RuntimeException;
    }

    private function flags(int $descriptor): int
    {
        preg_match('/^flags:\s+(\d+)$/m', (string) file_get_contents("/proc/self/fdinfo/$descriptor"), $flags);

        return (int) octdec($flags[1] ?? '');
    }
}
