<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Chat\NewMessage;
use PHPUnit\Framework\TestCase;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
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
        $queue = $this->queue(failureShownSeconds: 10.0);
        $this->assertNull($queue->trouble());

        $this->failToStore($queue);
        $this->assertSame('messages cannot be stored: PDOException HY000', $queue->trouble());

        $queue->committed(1, [new Stored(1, true, '{}')], 0.001);
        $this->assertNull($queue->trouble());
    }

    public function test_a_message_that_was_looked_up_says_nothing_about_storing(): void
    {
        $queue = $this->queue(failureShownSeconds: 10.0);
        $queue->add(new Pending(new NewMessage('1', 'ann', '', 'c1'), new stdClass, 0.0, lookUp: true));
        $queue->failed(1, 'PDOException HY000');
        $queue->committed(1, [null], 0.001);
        $this->assertSame('messages cannot be stored: PDOException HY000', $queue->trouble());
    }

    public function test_what_the_newest_batch_met_counts_for_its_time_only(): void
    {
        $queue = $this->queue(failureShownSeconds: 60.0);
        $this->failToStore($queue);
        $this->assertNotNull($queue->trouble());
        $failed = new \ReflectionProperty($queue, 'failedAt');
        $failed->setValue($queue, $failed->getValue($queue) - 60.0);
        $this->assertNull($queue->trouble());
    }

    public function test_an_idle_store_that_does_not_answer_is_in_trouble_and_then_replaced(): void
    {
        $store = $this->createMock(Store::class);
        $store->expects($this->once())->method('ask');
        $store->expects($this->once())->method('restart');
        [$queue, $check] = $this->checkedQueue($store, $this->createStub(StoreListener::class));
        $asked = new \ReflectionProperty($queue, 'askedAt');
        $pass = function (float $seconds) use ($asked, $queue, $check): void {
            $asked->setValue($queue, $asked->getValue($queue) - $seconds);
            $check();
        };
        $pass(6.0); // asks
        $this->assertNull($queue->trouble());
        $pass(5.0);
        $this->assertSame('the storing process does not answer', $queue->trouble());
        $pass(11.0); // replaced
        $queue->up(0, 0);
        $this->assertNull($queue->trouble());
    }

    public function test_who_waits_is_told_before_five_seconds_are_over(): void
    {
        $told = [];
        $listener = $this->createStub(StoreListener::class);
        $listener->method('unavailable')->willReturnCallback(function (Pending $pending) use (&$told): void {
            $told[] = $pending->message->clientId;
        });
        [$queue, $check, $seconds] = $this->checkedQueue($this->createStub(Store::class), $listener);
        $now = hrtime(true) * 1e-9;
        $beforeTheNextCheck = $now - 5.0 + $seconds;
        $queue->add(new Pending(new NewMessage('1', 'ann', 'text', 'due'), new stdClass, $beforeTheNextCheck));
        $queue->add(new Pending(new NewMessage('1', 'ann', 'text', 'just come'), new stdClass, $now + 3600));
        $check();
        $this->assertSame(['due'], $told);
    }

    /** @return array{StoreQueue, callable(): void, float} what the loop would call, and how often, in s */
    private function checkedQueue(Store $store, StoreListener $listener): array
    {
        $checks = [];
        $loop = $this->createStub(LoopInterface::class);
        $loop->method('addPeriodicTimer')->willReturnCallback(function (float $seconds, callable $check) use (&$checks): TimerInterface {
            $checks[] = [$check, $seconds];

            return $this->createStub(TimerInterface::class);
        });
        $queue = new StoreQueue($loop, $store, $listener, 10, 1000, 10, 10.0);
        $queue->start();
        $queue->up(0, 0);

        return [$queue, ...$checks[0]];
    }

    private function queue(float $failureShownSeconds): StoreQueue
    {
        $loop = $this->createStub(LoopInterface::class);
        $loop->method('futureTick')->willReturnCallback(static fn (callable $turn) => $turn());
        $queue = new StoreQueue(
            $loop, $this->createStub(Store::class), $this->createStub(StoreListener::class), 10, 1000, 10, $failureShownSeconds,
        );
        $queue->start();
        $queue->up(0, 0);

        return $queue;
    }

    private function failToStore(StoreQueue $queue): void
    {
        $queue->add(new Pending(new NewMessage('1', 'ann', 'text', 'c1'), new stdClass, 0.0));
        $queue->failed(1, 'PDOException HY000');
        $queue->alive(0, 0);
    }
}
