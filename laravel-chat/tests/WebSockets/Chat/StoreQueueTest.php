<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\MemoryStore;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\LoopMetrics;
use WebSockets\Chat\StoreQueue;

final class StoreQueueTest extends TestCase
{
    use TurnsLoop;

    private MemoryStore $store;

    private StoreQueue $queue;

    /** @var array<string, string> by clientId: the id, or the error's code */
    private array $answers = [];

    /** @var list<int> ids of the messages that are passed on */
    private array $stored = [];

    /** @var list<int> how many batches the store had each time that messages were passed on */
    private array $batches = [];

    protected function setUp(): void
    {
        Clock::$stoppedAt = 100.0;
        $this->loop = new EpollLoop;
        $this->store = (new MemoryStore)->on($this->loop);
        $onStored = function (array $messages): void {
            array_push($this->stored, ...array_column($messages, 'id'));
            $this->batches[] = count($this->store->batches);
        };
        $this->queue = new StoreQueue(
            $this->loop, $this->store, new LoopMetrics($this->loop), $onStored,
        );
    }

    public function test_messages_of_one_turn_share_an_insert_and_later_ones_share_the_next(): void
    {
        $this->fly('a', 'b');
        $this->push('c');
        $this->push('d');
        $this->store->release();
        $this->until(fn (): bool => count($this->answers) === 4);
        $this->assertSame([['a', 'b'], ['c', 'd']], $this->store->batches);
        $this->assertSame(['a' => '1', 'b' => '2', 'c' => '3', 'd' => '4'], $this->answers);
        $this->assertSame([1, 2, 3, 4], $this->stored);
    }

    public function test_the_store_has_the_next_batch_before_the_last_one_is_passed_on(): void
    {
        $this->fly('a');
        $this->push('b');
        $this->store->release();
        $this->until(fn (): bool => count($this->answers) === 2);
        $this->assertSame([[1, 2], [2, 2]], [$this->stored, $this->batches]);
    }

    public function test_an_insert_has_at_most_1000_messages(): void
    {
        $this->fly('first');
        for ($i = 0; $i < 1500; $i++) {
            $this->push("n{$i}");
        }
        $this->store->release();
        $this->until(fn (): bool => count($this->answers) === 1501);
        $this->assertSame([1, 1000, 500], array_map(count(...), $this->store->batches));
    }

    public function test_at_the_deadline_senders_get_store_unavailable_and_a_late_commit_is_passed_on(): void
    {
        $this->fly('in flight');
        $this->push('waiting');
        Clock::$stoppedAt += 4.6;
        $this->until(fn (): bool => count($this->answers) === 2);
        $refused = ['in flight' => 'store_unavailable', 'waiting' => 'store_unavailable'];
        $this->store->release();
        $this->until(fn (): bool => $this->queue->isIdle());
        $this->assertSame([$refused, [1], [['in flight']]], [$this->answers, $this->stored, $this->store->batches]);
    }

    public function test_a_failed_batch_is_stored_again_without_messages_that_were_refused_meanwhile(): void
    {
        $this->fly('old');
        Clock::$stoppedAt += 4.6;
        $this->until(fn (): bool => $this->answers !== []);
        $this->push('new');
        $this->store->die();
        $this->store->held = false;
        $this->until(fn (): bool => count($this->answers) === 2);
        $this->assertSame([['old'], ['new']], $this->store->batches);
    }

    public function test_a_full_queue_refuses_at_once_and_stores_those_within_its_bound(): void
    {
        $this->store->held = true;
        for ($i = 0; $i < 20_000; $i++) {
            $this->push("n{$i}");
        }
        $this->assertSame([], $this->answers);
        $this->push('over');
        $this->assertSame(['over' => 'store_unavailable'], $this->answers);
        $this->store->held = false;
        $this->until(fn (): bool => $this->queue->isIdle());
        $this->assertSame(range(1, 20_000), $this->stored);
    }

    public function test_a_closed_queue_refuses_at_once_and_stores_what_it_took_before(): void
    {
        $this->fly('in flight');
        $this->push('waiting');
        $this->queue->close();
        $this->push('late');
        $this->assertSame(['late' => 'store_unavailable'], $this->answers);
        $this->store->release();
        $this->until(fn (): bool => $this->queue->isIdle());
        $this->assertSame(['late' => 'store_unavailable', 'in flight' => '1', 'waiting' => '2'], $this->answers);
    }

    /** An insert of these is in flight, until the store releases it. */
    private function fly(string ...$clientIds): void
    {
        $this->store->held = true;
        array_map($this->push(...), $clientIds);
        $this->until(fn (): bool => $this->store->batches !== []);
    }

    private function push(string $clientId): void
    {
        /** @param  Sent<EncodedMessage>|ChatError  $answer */
        $done = function (Sent|ChatError $answer) use ($clientId): void {
            $this->answers[$clientId] = $answer instanceof Sent ? (string) $answer->message->id : $answer->errorCode;
        };
        $this->queue->push(new NewMessage('1', 'ann', 'x', $clientId), $done);
    }
}
