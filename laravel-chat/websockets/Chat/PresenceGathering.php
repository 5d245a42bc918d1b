<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;

/**
 * Gathers who came and who went, and tells the net change of each window in one event: 500 people
 * joining are a few events, not 500 x 500.
 */
final class PresenceGathering
{
    /** @var array<string, OnlineUser> */
    private array $joined = [];

    /** @var array<string, OnlineUser> */
    private array $left = [];

    private bool $waiting = false;

    private int $count = 0;

    /** @param  int  $listed  most users named each way */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Receiver $receiver,
        private readonly float $minWindowMs,
        private readonly float $msPerUser,
        private readonly int $listed,
    ) {
    }

    /** @param  int  $count users online now */
    public function joined(OnlineUser $user, int $count): void
    {
        if (isset($this->left[$user->id])) {
            unset($this->left[$user->id]);
        } else {
            $this->joined[$user->id] = $user;
        }
        $this->receiver->tellMember($user, true, $count);
        $this->changed($count);
    }

    /** @param  int  $count users online now */
    public function left(OnlineUser $user, int $count): void
    {
        if (isset($this->joined[$user->id])) {
            unset($this->joined[$user->id]);
        } else {
            $this->left[$user->id] = $user;
        }
        $this->receiver->tellMember($user, false, $count);
        $this->changed($count);
    }

    private function changed(int $count): void
    {
        $this->count = $count;
        if (! $this->waiting) {
            $this->waiting = true;
            $this->loop->addTimer(max($this->minWindowMs, $this->msPerUser * $count) / 1000, $this->flush(...));
        }
    }

    private function flush(): void
    {
        $this->waiting = false;
        if ($this->joined === [] && $this->left === []) {
            return;
        }
        $payload = [
            'count' => $this->count,
            'joined' => $this->summary($this->joined),
            'left' => $this->summary($this->left),
        ];
        $this->joined = $this->left = [];
        $this->receiver->tell('presence', $payload);
    }

    /**
     * @param  array<string, OnlineUser>  $users
     * @return array{count: int, users: list<array{id: string, name: string}>}
     */
    private function summary(array $users): array
    {
        return ['count' => count($users), 'users' => OnlineUser::listOf($users, $this->listed)];
    }
}
