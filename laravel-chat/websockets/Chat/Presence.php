<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;

/** Who is online. A user with three tabs is there once, and leaves when the last has been gone for the grace time. */
final class Presence
{
    /** @var array<string, OnlineUser> by id, the longest online first */
    private array $users = [];

    /** @var array<int, OnlineUser> by the object id of a socket */
    private array $bySocket = [];

    /** @var array<string, OnlineUser> users whose last socket is gone, the first to leave first */
    private array $going = [];

    private bool $waiting = false;

    /** @param  float  $graceSeconds how long a user stays after the last socket */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly PresenceGathering $gathering,
        private readonly float $graceSeconds,
    ) {
    }

    public function count(): int
    {
        return count($this->users);
    }

    /** @return list<array{id: string, name: string}> the $most longest online */
    public function list(int $most): array
    {
        return OnlineUser::listOf($this->users, $most);
    }

    /** @return list<OnlineUser> the $most longest online */
    public function users(int $most): array
    {
        return array_values(array_slice($this->users, 0, $most));
    }

    /** @return list<string> */
    public function ids(): array
    {
        return array_map('strval', array_keys($this->users));
    }

    public function userOf(object $socket): ?OnlineUser
    {
        return $this->bySocket[spl_object_id($socket)] ?? null;
    }

    /** How many joined sockets a user has. */
    public function socketsOf(string $id): int
    {
        return ($this->users[$id] ?? null)->sockets ?? 0;
    }

    public function join(object $socket, string $id, string $name): OnlineUser
    {
        $user = $this->users[$id] ?? null;
        if ($user === null) {
            $user = $this->users[$id] = new OnlineUser($id, $name);
            $this->gathering->joined($user, count($this->users));
        } else {
            $user->sockets++;
            $user->goneSince = null;
            unset($this->going[$id]);
        }

        return $this->bySocket[spl_object_id($socket)] = $user;
    }

    public function leave(object $socket): void
    {
        $user = $this->bySocket[spl_object_id($socket)] ?? null;
        if ($user === null) {
            return;
        }
        unset($this->bySocket[spl_object_id($socket)]);
        if (--$user->sockets === 0) {
            $user->goneSince = $this->now();
            $this->going[$user->id] = $user;
            $this->wait($this->graceSeconds);
        }
    }

    /** One timer for all who are going: they go in the order they left. */
    private function wait(float $seconds): void
    {
        if (! $this->waiting) {
            $this->waiting = true;
            $this->loop->addTimer($seconds, function (): void {
                $this->waiting = false;
                $this->letGo();
            });
        }
    }

    private function letGo(): void
    {
        foreach ($this->going as $id => $user) {
            $left = (float) $user->goneSince + $this->graceSeconds - $this->now();
            if ($left > 0) {
                $this->wait($left);

                return;
            }
            unset($this->going[$id], $this->users[$id]);
            $this->gathering->left($user, count($this->users));
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
