<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use WebSockets\Server\Log;

final class LogTest extends TestCase
{
    public function test_a_reader_that_has_stopped_costs_lines_which_are_counted_and_no_time(): void
    {
        $written = tempnam(sys_get_temp_dir(), 'log') ?: $this->fail();
        // Reads only when it is told to; or at last, so that a log that waits for it is not waited for without end.
        $reader = proc_open(['bash', '-c', 'read -r -t 120 <&3; exec cat'], [['pipe', 'r'], ['file', $written, 'w'], 3 => ['pipe', 'r']], $pipes) ?: $this->fail();
        $log = new Log($pipes[0]);
        for ($lines = 0; $lines < 3000; $lines++) {
            $log->write('line', ['text' => str_repeat('x', 100)]);
        }
        fwrite($pipes[3], "go\n");
        for ($end = hrtime(true) + 60_000_000_000; ! str_contains((string) file_get_contents($written), 'lost_before') && hrtime(true) < $end; usleep(10_000)) {
            $log->write('line');
            $lines++;
        }
        fclose($pipes[0]);
        proc_close($reader);
        $read = $this->lines((string) file_get_contents($written));
        unlink($written);
        $lost = array_column($read, 'lost_before');
        $this->assertCount(1, $lost);
        $this->assertGreaterThan(100, $lost[0]);
        $this->assertSame($lines, count($read) + $lost[0]);
    }

    public function test_a_line_is_never_longer_than_what_a_pipe_takes_at_once(): void
    {
        $stream = fopen('php://memory', 'w+') ?: $this->fail();
        $log = new Log($stream);
        foreach (['x', '"', '\\', "\0", 'ä', "\xff", "\u{2028}"] as $character) {
            $log->write('long', ['text' => str_repeat($character, 10_000)]);
        }
        rewind($stream);
        $written = (string) stream_get_contents($stream);
        $this->assertLessThan(4096, max(array_map(strlen(...), explode("\n", $written))));
        $this->assertSame(array_fill(0, 7, 'long'), array_column($this->lines($written), 'event'));
    }

    /** @return list<array<string, mixed>> */
    private function lines(string $text): array
    {
        return array_map(static fn (string $line) => json_decode($line, true, flags: JSON_THROW_ON_ERROR), explode("\n", trim($text)));
    }
}
