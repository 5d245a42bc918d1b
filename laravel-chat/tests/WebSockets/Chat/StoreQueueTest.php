<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Chat\NewMessage;
use PHPUnit\Framework\TestCase;
use React\EventLoop\LoopInterface;
use stdClass;
use WebSockets\Chat\Storing\Pending;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\Stored;
use WebSockets\Chat\Storing\StoreListener;
use WebSockets\Chat\Storing\StoreQueue;

final class StoreQueueTest extends TestCase
{
    public function test_a_store_that_answers_but_stores_nothing_is_in_trouble_until_it_stores(): void
    {
        $loop = $this->createStub(LoopInterface::class);
        $loop->method('futureTick')->willReturnCallback(static fn (callable $turn) => $turn());
        $queue = new StoreQueue($loop, $this->createStub(Store::class), $this->createStub(StoreListener::class), 10, 1000, 10);
        $queue->start();
        $queue->up(0);
        $this->assertNull($queue->trouble());

        $queue->add(new Pending(new NewMessage('1', 'ann', 'text', 'c1'), new stdClass, 0.0));
        $queue->failed(1, 'PDOException HY000');
        $queue->alive(0);
        $this->assertSame('messages cannot be stored: PDOException HY000', $queue->trouble());

        $queue->committed(1, [new Stored(1, true, '{}')], 0.001);
        $this->assertNull($queue->trouble());
    }
}
