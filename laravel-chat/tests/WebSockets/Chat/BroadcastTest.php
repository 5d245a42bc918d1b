<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Clock;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use RuntimeException;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Chat\Audience;
use WebSockets\Chat\Broadcast;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\LoopMetrics;

final class BroadcastTest extends TestCase
{
    use TurnsLoop;

    private const RECEIVERS = 3;

    private LoopMetrics $metrics;

    /** How long an event takes, in seconds. */
    private float $cost = 0.0;

    /** Id of the message whose event fails. */
    private int $failsAt = 0;

    /** @var list<list<int>> ids of the messages of each event */
    private array $events = [];

    protected function setUp(): void
    {
        Clock::$stoppedAt = 100.0;
        $this->loop = new EpollLoop;
        $this->metrics = new LoopMetrics($this->loop);
    }

    public function test_without_a_window_each_message_goes_out_at_once(): void
    {
        $broadcast = $this->broadcast();
        $broadcast->add([$this->message(1)]);
        $broadcast->add([$this->message(2), $this->message(3)]);
        $this->assertSame([[1], [2, 3]], $this->events);
        $this->assertSame(3 * self::RECEIVERS, $this->metrics->all()['chat_deliveries_total']);
    }

    public function test_after_a_slow_event_messages_gather_until_the_window_is_over(): void
    {
        $this->cost = 0.002;
        $broadcast = $this->broadcast();
        foreach ([1, 2, 3] as $id) {
            $broadcast->add([$this->message($id)]);
        }
        $this->assertCount(1, $this->events);
        $this->until(fn (): bool => count($this->events) === 2);
        $this->assertSame([[1], [2, 3]], $this->events);
    }

    public function test_a_window_lasts_four_times_as_long_as_the_event_and_20_ms_at_most(): void
    {
        foreach ([[0.002, 0.0081], [1.0, 0.0201]] as [$this->cost, $window]) {
            $this->events = [];
            $broadcast = $this->broadcast();
            $broadcast->add([$this->message(1)]);
            Clock::$stoppedAt += $window;
            $broadcast->add([$this->message(2)]);
            Clock::$stoppedAt += $window - 0.0002;
            $broadcast->add([$this->message(3)]);
            $this->assertSame([[1], [2]], $this->events);
        }
    }

    public function test_an_event_has_at_most_its_maximum_of_messages_and_a_turn_of_the_loop(): void
    {
        $this->broadcast(maxMessages: 2)->add(array_map($this->message(...), range(1, 5)));
        $this->assertCount(1, $this->events);
        $this->until(fn (): bool => count($this->events) === 3);
        $this->assertSame([[1, 2], [3, 4], [5]], $this->events);
    }

    public function test_an_event_that_fails_does_not_stop_later_ones(): void
    {
        $broadcast = $this->broadcast(maxMessages: 1);
        $this->failsAt = 1;
        try {
            $broadcast->add([$this->message(1), $this->message(2)]);
            $this->fail('The error was lost.');
        } catch (RuntimeException) {
        }
        $this->until(fn (): bool => $this->events === [[2]]);
        $broadcast->add([$this->message(3)]);
        $this->assertSame([[2], [3]], $this->events);
    }

    public function test_a_flush_ends_the_window(): void
    {
        $this->cost = 1.0;
        $broadcast = $this->broadcast();
        $broadcast->add([$this->message(1)]);
        $broadcast->add([$this->message(2)]);
        $broadcast->flush();
        $this->assertSame([[1], [2]], $this->events);
    }

    private function emit(string $event, string $data): int
    {
        Clock::$stoppedAt += $this->cost;
        $messages = json_decode($data, true)['messages'];
        if (in_array($this->failsAt, array_column($messages, 'id'), true)) {
            throw new RuntimeException('It fails.');
        }
        $this->events[] = array_column($messages, 'id');

        return self::RECEIVERS;
    }

    private function broadcast(int $maxMessages = 250): Broadcast
    {
        $audience = $this->createStub(Audience::class);
        $audience->method('emit')->willReturnCallback($this->emit(...));

        return new Broadcast($this->loop, $audience, $this->metrics, 0.02, $maxMessages);
    }

    private function message(int $id): EncodedMessage
    {
        return new EncodedMessage($id, '1', "c{$id}", "{\"id\":{$id}}");
    }
}
