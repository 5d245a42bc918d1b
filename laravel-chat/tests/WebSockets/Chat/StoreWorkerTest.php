<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use RuntimeException;
use WebSockets\Chat\Storing\StoreWorker;

final class StoreWorkerTest extends TestCase
{
    public function test_it_ends_with_the_loop_though_the_store_was_never_there(): void
    {
        $tries = 0;
        $worker = new StoreWorker(static fn (): array => [], function () use (&$tries): int {
            return ++$tries < 8 ? throw new RuntimeException('away') : 0;
        }, static fn (): array => []);
        $gone = popen('exit 0', 'r') ?: $this->fail(); // a pipe whose other end is closed
        $out = fopen('php://memory', 'w') ?: $this->fail();
        $worker->run($gone, $out);
        $this->assertLessThan(8, $tries);
    }
}
