<?php

declare(strict_types=1);

namespace Tests\App\Chat;

use App\Chat\Announcer;
use App\Chat\Limits\Allowance;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\SendMessage;
use App\Chat\Sent;
use App\Chat\User;
use App\Clock;
use App\Counts;
use Closure;
use Illuminate\Cache\ArrayStore;
use Illuminate\Cache\Repository;
use PHPUnit\Framework\TestCase;

final class SendMessageTest extends TestCase
{
    protected function tearDown(): void
    {
        Clock::$stoppedAt = null;
    }

    public function test_the_time_of_an_insert_is_that_of_the_store_alone(): void
    {
        Clock::$stoppedAt = 100.0;
        $takes = static fn (float $seconds): Closure => static function () use ($seconds): void {
            Clock::$stoppedAt += $seconds;
        };
        $allowance = $this->createStub(Allowance::class);
        $allowance->method('take')->willReturnCallback($takes(1.0));
        $announcer = $this->createStub(Announcer::class);
        $announcer->method('announce')->willReturnCallback($takes(1.0));
        $messages = $this->createStub(MessageStore::class);
        $messages->method('append')->willReturnCallback(static function () use ($takes): array {
            $takes(0.25)();

            return [new Sent(new Message(1, 'u', 'ann', 'hi', '2026-01-01T00:00:00.000Z', 'c'), true)];
        });
        $metrics = new Counts(new Repository(new ArrayStore));
        $sendMessage = new SendMessage($messages, $allowance, $metrics, $announcer);
        $sendMessage(new User('u', 'ann'), ['text' => 'hi', 'clientId' => 'c']);
        $counts = $metrics->all();
        $this->assertSame([1, 0.25], [$counts['chat_messages_stored_total'], $counts['chat_insert_seconds_sum']]);
    }
}
