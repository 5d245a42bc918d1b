<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use App\Clock;
use App\Contract;
use PHPUnit\Framework\TestCase;
use ReactEpoll\EpollLoop;
use Tests\WebSockets\Harness\TurnsLoop;
use WebSockets\Chat\Audience;
use WebSockets\Chat\OneProcess;
use WebSockets\Chat\OnlineUser;
use WebSockets\Chat\Presence;
use WebSockets\Chat\Typing;

final class TypingTest extends TestCase
{
    use TurnsLoop;

    private Presence $presence;

    private Typing $typing;

    private OnlineUser $ann;

    /** @var list<array<string, mixed>> */
    private array $events = [];

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
        $audience = $this->createStub(Audience::class);
        $audience->method('emit')->willReturnCallback(function (string $event, array $data): int {
            if ($event === 'typing') {
                $this->events[] = $data;
            }

            return 0;
        });
        $this->presence = new Presence($this->loop, $audience, new OneProcess, PHP_INT_MAX);
        $this->typing = new Typing($this->loop, $audience, new OneProcess, $this->presence);
        $this->ann = $this->presence->join('u1', 'ann');
    }

    public function test_typing_goes_on_with_each_report_and_ends_some_seconds_after_the_last(): void
    {
        $this->typing->begin($this->ann);
        $this->untilEvents(1);
        $notBefore = Clock::now() + Contract::limit('typingSeconds');
        $this->typing->begin($this->ann);
        $this->typing->removeEnded($notBefore - 0.1); // the first report alone would have ended
        $this->pass(0.6); // time for an event, if typing had ended
        $this->assertCount(1, $this->events);
        $this->typing->removeEnded(Clock::now() + Contract::limit('typingSeconds'));
        $this->untilEvents(2);
        $this->assertSame([1, 0], array_column($this->events, 'count'));
        $this->assertSame([['id' => 'u1', 'name' => 'ann']], $this->events[0]['users']);
    }

    public function test_with_too_many_users_online_reports_are_ignored_and_earlier_typing_ends_after_some_seconds(): void
    {
        $max = (int) Contract::limit('typingOnlineMax');
        foreach (range(2, $max) as $i) {
            $user = $this->presence->join("u{$i}", "user {$i}");
        }
        $this->typing->begin($this->ann);
        $this->untilEvents(1);
        $this->presence->join('one more', 'one more');
        $end = Clock::now() + Contract::limit('typingSeconds');
        $this->typing->begin($this->ann);
        $this->typing->begin($user);
        $this->pass(0.6); // time for an event, if the reports had counted
        $this->assertSame([1], array_column($this->events, 'count'));
        $this->typing->removeEnded($end);
        $this->untilEvents(2);
        $this->assertSame([1, 0], array_column($this->events, 'count'));
    }

    private function untilEvents(int $count): void
    {
        $this->until(fn (): bool => count($this->events) === $count);
    }

    private function pass(float $seconds): void
    {
        $this->loop->addTimer($seconds, $this->loop->stop(...));
        $this->loop->run();
    }
}
