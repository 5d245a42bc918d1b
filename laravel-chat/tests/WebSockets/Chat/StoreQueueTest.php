<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Chat\NewMessage;
use App\ChatError;
use App\Contract;
use PHPUnit\Framework\TestCase;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Figures;
use WebSockets\Chat\StoreQueue;
use WebSockets\Chat\Waiting;

final class StoreQueueTest extends TestCase
{
    public function test_who_waits_is_told_before_five_seconds_are_over(): void
    {
        $checks = [];
        $loop = $this->createStub(LoopInterface::class);
        $loop->method('addPeriodicTimer')->willReturnCallback(
            function (float $seconds, callable $check) use (&$checks): TimerInterface {
                $checks[] = [$check, $seconds];

                return $this->createStub(TimerInterface::class);
            },
        );
        $store = $this->createStub(AsyncStore::class);
        $queue = new StoreQueue($loop, $store, Contract::load(), new Figures([]), static fn () => null);
        [$check, $seconds] = $checks[0];
        $told = [];
        $add = function (string $clientId, float $since) use ($queue, &$told): void {
            $done = function (mixed $answer) use ($clientId, &$told): void {
                $told[$clientId] = $answer instanceof ChatError ? $answer->errorCode : null;
            };
            $queue->push(new Waiting(new NewMessage('1', 'ann', 'text', $clientId), $done, $since));
        };
        $now = hrtime(true) * 1e-9;
        $add('due before the next check', $now - 5.0 + $seconds);
        $add('just come', $now + 3600);
        $check();
        $this->assertSame(['due before the next check' => 'store_unavailable'], $told);
    }
}
