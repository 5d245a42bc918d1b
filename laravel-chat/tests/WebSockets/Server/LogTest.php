<?php

declare(strict_types=1);

namespace Tests\WebSockets\Server;

use PHPUnit\Framework\TestCase;
use WebSockets\Server\Log;

final class LogTest extends TestCase
{
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
