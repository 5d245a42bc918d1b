<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Contract;
use React\EventLoop\LoopInterface;

/**
 * Who is online. A user with three tabs is there once, and leaves when the last has been gone for the grace time. The
 * net change of each window is told in one event: 500 people joining are a few events, not 500 x 500.
 */
final class Presence
{
    /** @var array<string, OnlineUser> by id, the longest online first */
    private array $users = [];

    /** @var array<int, OnlineUser> by the object id of a socket */
    private array $bySocket = [];

    /** @var array<string, OnlineUser> users whose last socket is gone, the first to leave first */
    private array $going = [];

    /** @var array<string, OnlineUser> who came and who went since the last event */
    private array $joined = [];

    /** @var array<string, OnlineUser> */
    private array $left = [];

    private bool $isWaiting = false;

    private readonly Gathering $gathering;

    /** How long a user stays after the last socket. */
    private readonly float $graceSeconds;

    /** Most users named each way in an event. */
    private readonly int $listed;

    public function __construct(
        private readonly LoopInterface $loop,
        Contract $contract,
        private readonly Receiver $receiver,
    ) {
        $this->graceSeconds = $contract->limit('leaveGraceMs') / 1000;
        $this->listed = (int) $contract->limit('presenceListed');
        $this->gathering = new Gathering(
            $loop, $contract->limit('presenceMinWindowMs'), $contract->limit('presenceMsPerUser'), $this->tell(...),
        );
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
            $this->changed($user, true, $this->left, $this->joined);
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
            $user->goneSince = Clock::now();
            $this->going[$user->id] = $user;
            $this->wait($this->graceSeconds);
        }
    }

    /** One timer for all who are going: they go in the order they left. */
    private function wait(float $seconds): void
    {
        if (! $this->isWaiting) {
            $this->isWaiting = true;
            $this->loop->addTimer($seconds, function (): void {
                $this->isWaiting = false;
                $this->letGo();
            });
        }
    }

    private function letGo(): void
    {
        foreach ($this->going as $id => $user) {
            $left = (float) $user->goneSince + $this->graceSeconds - Clock::now();
            if ($left > 0) {
                $this->wait($left);

                return;
            }
            unset($this->going[$id], $this->users[$id]);
            $this->changed($user, false, $this->joined, $this->left);
        }
    }

    /**
     * @param  array<string, OnlineUser>  $undone  who comes and goes within a window is not told
     * @param  array<string, OnlineUser>  $done
     */
    private function changed(OnlineUser $user, bool $isHere, array &$undone, array &$done): void
    {
        if (isset($undone[$user->id])) {
            unset($undone[$user->id]);
        } else {
            $done[$user->id] = $user;
        }
        $this->receiver->tellMember($user, $isHere, count($this->users));
        $this->gathering->request(count($this->users));
    }

    private function tell(): void
    {
        if ($this->joined === [] && $this->left === []) {
            return;
        }
        $summary = fn (array $users): array => [
            'count' => count($users), 'users' => OnlineUser::listOf($users, $this->listed),
        ];
        $event = ['count' => count($this->users), 'joined' => $summary($this->joined), 'left' => $summary($this->left)];
        $this->joined = $this->left = [];
        $this->receiver->tell('presence', $event);
    }
}
