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
use WebSockets\Chat\Presence;

final class PresenceTest extends TestCase
{
    use TurnsLoop;

    private Presence $presence;

    /** @var list<array<string, mixed>> */
    private array $events = [];

    protected function setUp(): void
    {
        $this->loop = new EpollLoop;
        $audience = $this->createStub(Audience::class);
        $audience->method('emit')->willReturnCallback(function (string $event, array $data): int {
            $this->events[] = $data;

            return 0;
        });
        $this->presence = new Presence($this->loop, $audience, new OneProcess, PHP_INT_MAX);
    }

    public function test_changes_within_half_a_second_make_one_event(): void
    {
        $this->presence->join('1', 'ann');
        $this->presence->join('2', 'ben');
        $this->assertSame([], $this->events);
        $this->untilEvent();
        $this->pass(0.6); // time for another event
        $joined = [['id' => '1', 'name' => 'ann'], ['id' => '2', 'name' => 'ben']];
        $this->assertSame([
            ['count' => 2, 'joined' => ['count' => 2, 'users' => $joined], 'left' => ['count' => 0, 'users' => []]],
        ], $this->events);
    }

    public function test_a_user_who_came_and_went_before_an_event_is_not_named(): void
    {
        $this->presence->leave($this->presence->join('1', 'ann'));
        $this->presence->removeLeft(Clock::now() + Contract::limit('leaveGraceMs') / 1000);
        $this->presence->join('2', 'ben');
        $this->untilEvent();
        $joined = [['id' => '2', 'name' => 'ben']];
        $this->assertSame([
            ['count' => 1, 'joined' => ['count' => 1, 'users' => $joined], 'left' => ['count' => 0, 'users' => []]],
        ], $this->events);
    }

    public function test_a_user_leaves_with_the_last_socket_and_what_other_tabs_do_goes_on(): void
    {
        $ann = $this->presence->join('1', 'ann');
        $this->presence->join('1', 'ann');
        $this->assertSame([false, true], [$this->presence->leave($ann), $this->presence->leave($ann)]);
        $ben = $this->presence->join('2', 'ben');
        $this->presence->joinRemote('2', 'ben');
        $this->assertFalse($this->presence->leave($ben), 'the user may type at the other process');
    }

    private function untilEvent(): void
    {
        $this->until(fn (): bool => $this->events !== []);
    }

    private function pass(float $seconds): void
    {
        $this->loop->addTimer($seconds, $this->loop->stop(...));
        $this->loop->run();
    }
}
