<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use PHPUnit\Framework\TestCase;
use ReactEpoll\LoopChoice;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Store\LineProcess;

final class LineProcessTest extends TestCase
{
    use TurnsLoop;

    /** @var list<string> */
    private array $lines = [];

    private int $ends = 0;

    protected function setUp(): void
    {
        $this->loop = LoopChoice::best()->loop;
    }

    public function test_it_answers_in_lines_and_its_end_is_told_once(): void
    {
        $process = $this->start('while read line; do echo "heard $line"; [ "$line" = b ] && exit; done');
        $process->write('a');
        $process->write('b');
        $this->until(fn (): bool => $this->ends > 0);
        $this->assertSame([['heard a', 'heard b'], 1], [$this->lines, $this->ends]);
    }

    public function test_what_it_complains_about_never_stops_it(): void
    {
        $process = $this->start('head -c 300000 /dev/zero >&2; echo done; sleep 60');
        $this->until(fn (): bool => $this->lines !== []);
        $process->end(SIGKILL);
        $this->assertSame(0, $this->ends);
    }

    public function test_it_inherits_no_socket(): void
    {
        $listener = stream_socket_server('tcp://127.0.0.1:0');
        $this->start('ls -l /proc/self/fd | grep -c socket: ; echo end');
        $this->until(fn (): bool => in_array('end', $this->lines, true));
        $this->assertSame('0', $this->lines[0]);
        $this->assertIsResource($listener);
    }

    private function start(string $script): LineProcess
    {
        $line = function (string $line): void {
            $this->lines[] = $line;
        };
        $ended = function (): void {
            $this->ends++;
        };

        return new LineProcess($this->loop, ['bash', '-c', $script], $line, static fn () => null, $ended);
    }
}
