<?php

declare(strict_types=1);

namespace Tests\WebSockets\Store;

use App\Chat\MessageStore;
use PHPUnit\Framework\TestCase;
use Psr\Log\NullLogger;
use RuntimeException;
use WebSockets\Store\StoreWorker;

final class StoreWorkerTest extends TestCase
{
    public function test_it_ends_with_the_loop_though_the_store_was_never_there(): void
    {
        $tries = 0;
        $messages = $this->createStub(MessageStore::class);
        $messages->method('position')->willReturnCallback(function () use (&$tries): array {
            return ++$tries < 8 ? throw new RuntimeException('away') : [0, 0];
        });
        $worker = $this->worker($messages);
        $process = proc_open(['true'], [1 => ['pipe', 'w']], $pipes) ?: $this->fail();
        while (proc_get_status($process)['running']) {
            usleep(1000);
        }
        $gone = $pipes[1]; // a pipe whose other end is closed
        $out = fopen('php://memory', 'w') ?: $this->fail();
        $worker->run($gone, $out);
        $this->assertLessThan(8, $tries);
    }

    private function worker(MessageStore $messages): StoreWorker
    {
        return new StoreWorker($messages, new NullLogger);
    }
}
