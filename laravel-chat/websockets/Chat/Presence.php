<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\ChatError;
use App\Clock;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * The users who are online, at this process or at another. A user with three tabs is there once, and leaves when the
 * last has been gone for the grace time. Changes gather for one event, which tells the net change: 500 joins make a few
 * events, not 500 x 500.
 */
final class Presence
{
    // Users leave up to this much after their grace time. One timer serves all of them.
    private const CHECK_SECONDS = 0.25;

    /** @var array<string, OnlineUser> by id, the longest online first */
    private array $users = [];

    /** @var array<array-key, float> when the last socket of a user went, by the user's id: the first to leave first */
    private array $leaving = [];

    /** @var array<string, OnlineUser> joined since the last event */
    private array $joined = [];

    /** @var array<string, OnlineUser> left since the last event */
    private array $left = [];

    private readonly GatheredEvent $gatheredEvent;

    /** @var ?Closure(OnlineUser, bool): void */
    private ?Closure $onChange = null;

    /** @param  int  $socketsMax  of a user at this process */
    public function __construct(
        LoopInterface $loop,
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly int $socketsMax,
    ) {
        $this->gatheredEvent = new GatheredEvent($loop, $this, $this->flush(...));
        $loop->addPeriodicTimer(self::CHECK_SECONDS, fn () => $this->removeLeft(Clock::now()));
    }

    /** @param  Closure(OnlineUser, bool): void  $onChange  gets each user who came (true) or is gone, at once */
    public function watch(Closure $onChange): void
    {
        $this->onChange = $onChange;
    }

    public function count(): int
    {
        return count($this->users);
    }

    /** @return array{count: int, users: list<array{id: string, name: string}>} users: the longest online */
    public function list(): array
    {
        return [
            'count' => $this->count(), 'users' => OnlineUser::listOf($this->users, Contract::limit('onlineListed')),
        ];
    }

    /** The user, if online at any process. */
    public function find(string $id): ?OnlineUser
    {
        return $this->users[$id] ?? null;
    }

    /** @return array<array-key, string> names, by id, of the users of this process */
    public function ownUsers(): array
    {
        return array_column(array_filter($this->users, $this->isOwn(...)), 'name', 'id');
    }

    /**
     * A socket of this user joins.
     *
     * @throws ChatError too_many_connections
     */
    public function join(string $id, string $name): OnlineUser
    {
        if (($this->find($id)->sockets ?? 0) >= $this->socketsMax) {
            throw ChatError::of('too_many_connections');
        }
        $user = $this->find($id) ?? $this->add($id, $name);
        if (! $this->isOwn($user)) {
            $this->publisher->publish(News::Joined, [$id, $name]);
        }
        $user->sockets++;
        unset($this->leaving[$id]);

        return $user;
    }

    /** A user has joined at one more of the other processes. */
    public function joinRemote(string $id, string $name): void
    {
        $user = $this->find($id) ?? $this->add($id, $name);
        $user->remoteProcesses++;
    }

    /** A user has left one of those processes, and the grace time is over. */
    public function leaveRemote(string $id): void
    {
        $user = $this->users[$id];
        $user->remoteProcesses--;
        $this->removeIfOffline($user);
    }

    /** @return bool whether the socket that closed was the last one of this user anywhere */
    public function leave(OnlineUser $user): bool
    {
        if (--$user->sockets > 0) {
            return false;
        }
        $this->leaving[$user->id] = Clock::now();

        return $user->remoteProcesses === 0;
    }

    /** @param  float  $now  in seconds of the Clock */
    public function removeLeft(float $now): void
    {
        $graceSeconds = Contract::limit('leaveGraceMs') / 1000;
        foreach ($this->leaving as $id => $leftAt) {
            if ($leftAt + $graceSeconds > $now) {
                return;
            }
            unset($this->leaving[$id]);
            $user = $this->users[$id];
            $this->publisher->publish(News::Left, $user->id);
            $this->removeIfOffline($user);
        }
    }

    private function isOwn(OnlineUser $user): bool
    {
        return $user->sockets > 0 || isset($this->leaving[$user->id]);
    }

    private function add(string $id, string $name): OnlineUser
    {
        $user = $this->users[$id] = new OnlineUser($id, $name);
        $this->changed($user, true, $this->left, $this->joined);

        return $user;
    }

    private function removeIfOffline(OnlineUser $user): void
    {
        if (! $this->isOwn($user) && $user->remoteProcesses === 0) {
            unset($this->users[$user->id]);
            $this->changed($user, false, $this->joined, $this->left);
        }
    }

    /**
     * @param  array<string, OnlineUser>  $opposite  a user who comes and goes before an event is not in it
     * @param  array<string, OnlineUser>  $changes
     */
    private function changed(OnlineUser $user, bool $isHere, array &$opposite, array &$changes): void
    {
        if (isset($opposite[$user->id])) {
            unset($opposite[$user->id]);
        } else {
            $changes[$user->id] = $user;
        }
        if ($this->onChange !== null) {
            ($this->onChange)($user, $isHere);
        }
        $this->gatheredEvent->changed();
    }

    private function flush(): void
    {
        if ($this->joined === [] && $this->left === []) {
            return;
        }
        $listed = Contract::limit('presenceListed');
        $summary = static fn (array $users): array => [
            'count' => count($users), 'users' => OnlineUser::listOf($users, $listed),
        ];
        $event = ['count' => count($this->users), 'joined' => $summary($this->joined), 'left' => $summary($this->left)];
        $this->joined = $this->left = [];
        $this->audience->emit('presence', $event);
    }
}
