<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Contract;
use React\EventLoop\LoopInterface;

/**
 * The users who are typing. Changes gather, and one event sends them to all; nothing is stored. With too many users
 * online reports are ignored, since each event costs one write per socket; typing that began before ends as always.
 */
final class Typing
{
    // Typing ends up to this much late. One timer serves all users.
    private const CHECK_SECONDS = 0.25;

    /** @var array<string, array{OnlineUser, float}> with the end in s of the Clock; the first to begin is first */
    private array $typing = [];

    private readonly GatheredEvent $gatheredEvent;

    public function __construct(
        LoopInterface $loop,
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly Presence $presence,
    ) {
        $this->gatheredEvent = new GatheredEvent($loop, $presence, $this->flush(...));
        $loop->addPeriodicTimer(self::CHECK_SECONDS, fn () => $this->removeEnded(Clock::now()));
    }

    /** A client reports that its user types. */
    public function begin(OnlineUser $user): void
    {
        if ($this->presence->count() > Contract::limit('typingOnlineMax')) {
            return;
        }
        $this->add($user);
        $this->publisher->publish(News::Typing, $user->id);
    }

    /** A user types, here or at another process. */
    public function add(OnlineUser $user): void
    {
        if (! isset($this->typing[$user->id])) {
            $this->gatheredEvent->changed();
        }
        $this->typing[$user->id] = [$user, Clock::now() + Contract::limit('typingSeconds')];
    }

    /** The user's message is stored, or the user has left. */
    public function stop(string $userId): void
    {
        if (isset($this->typing[$userId])) {
            unset($this->typing[$userId]);
            $this->gatheredEvent->changed();
        }
    }

    /** @param  float  $now  in s of the Clock */
    public function removeEnded(float $now): void
    {
        foreach ($this->typing as [$user, $end]) {
            if ($end <= $now) {
                $this->stop($user->id);
            }
        }
    }

    private function flush(): void
    {
        $users = OnlineUser::listOf(array_column($this->typing, 0), Contract::limit('typingListed'));
        $this->audience->emit('typing', ['count' => count($this->typing), 'users' => $users]);
    }
}
