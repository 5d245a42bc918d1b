<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use RuntimeException;
use WebSockets\Log;

/** A log in memory, which a test reads. */
final class MemoryLog
{
    public readonly Log $log;

    /** @var resource */
    private $stream;

    public function __construct()
    {
        $this->stream = fopen('php://memory', 'w+') ?: throw new RuntimeException;
        $this->log = new Log($this->stream);
    }

    /** @return list<array<string, mixed>> */
    public function lines(string $event): array
    {
        rewind($this->stream);
        $lines = array_map(
            static fn (string $line) => json_decode($line, true),
            array_filter(explode("\n", (string) stream_get_contents($this->stream))),
        );

        return array_values(array_filter($lines, static fn (array $line): bool => $line['event'] === $event));
    }
}
