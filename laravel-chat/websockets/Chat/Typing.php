<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/**
 * Who is writing a message: gathered as presence is, told to all by one event, never stored. In a crowd nobody is told: each
 * change would cost as many writes as there are sockets.
 */
final class Typing
{
    /** @var array<string, array{OnlineUser, float}> who began first is first, each with the time of their newest word in s */
    private array $typing = [];

    private ?TimerInterface $timer = null;

    private float $due = 0.0;

    /** @var array{count: int, users: list<array{id: string, name: string}>} */
    private array $told = ['count' => 0, 'users' => []];

    /**
     * @param  float  $seconds  that a word counts
     * @param  float  $pauseSeconds  between two words of a user
     * @param  int  $listed  most users named
     * @param  int  $onlineMax  beyond so many users nobody is told
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Receiver $receiver,
        private readonly Presence $online,
        private readonly float $minWindowMs,
        private readonly float $msPerUser,
        private readonly float $seconds,
        private readonly float $pauseSeconds,
        private readonly int $listed,
        private readonly int $onlineMax,
    ) {
    }

    /**
     * A client says that its user writes.
     *
     * @return bool false: they said so a moment ago
     */
    public function begin(OnlineUser $user): bool
    {
        $now = $this->now();
        $since = $this->typing[$user->id][1] ?? null;
        if ($since !== null && $now - $since < $this->pauseSeconds) {
            return false;
        }
        if ($since !== null || $this->online->count() <= $this->onlineMax) {
            $this->typing[$user->id] = [$user, $now];
            $since === null && $this->tellIn(0.0);
        }

        return true;
    }

    /** What they wrote is stored, or they are gone. */
    public function stop(string $userId): void
    {
        if (isset($this->typing[$userId])) {
            unset($this->typing[$userId]);
            $this->tellIn(0.0);
        }
    }

    /** @param  float  $seconds at the soonest */
    private function tellIn(float $seconds): void
    {
        $wait = max($this->minWindowMs / 1000, $this->msPerUser * $this->online->count() / 1000, $seconds);
        $due = $this->now() + $wait;
        if ($this->timer !== null && $this->due <= $due) {
            return;
        }
        $this->timer === null || $this->loop->cancelTimer($this->timer);
        $this->timer = $this->loop->addTimer($wait, $this->flush(...));
        $this->due = $due;
    }

    private function flush(): void
    {
        $this->timer = null;
        if ($this->online->count() > $this->onlineMax) {
            $this->typing = [];
        }
        $now = $this->now();
        $this->typing = array_filter($this->typing, fn (array $one): bool => $now < $one[1] + $this->seconds);
        $users = OnlineUser::listOf(array_column($this->typing, 0), $this->listed);
        $event = ['count' => count($this->typing), 'users' => $users];
        if ($event !== $this->told) {
            $this->receiver->tell('typing', $this->told = $event);
        }
        if ($this->typing !== []) {
            $this->tellIn(min(array_column($this->typing, 1)) + $this->seconds - $now);
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
