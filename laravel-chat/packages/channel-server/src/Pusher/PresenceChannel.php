<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/**
 * A channel that tells its subscribers who is there; a user with several sockets is one member. Each newcomer gets the
 * list of members, and each member is told of the newcomer: so their number is bounded, as Pusher's is, and the newcomer
 * is charged for it. The others are not told of a member who leaves and returns at once.
 */
final class PresenceChannel extends Channel
{
    // A member stays for so long after the last socket has left: the user may only have reloaded the page.
    private const GRACE_SECONDS = 1.0;

    /** @var array<string, mixed> user_info by user id */
    private array $members = [];

    /** @var array<string, array<int, Client>> by user id, then object id */
    private array $sockets = [];

    /** @var array<int, string> user id by client object id */
    private array $users = [];

    /** @var array<string, float> when the last socket of a member left that has none now, the first to leave first */
    private array $leaving = [];

    public function join(Client $client, ?ChannelData $data): void
    {
        if ($data === null) {
            throw SubscriptionRefused::malformed('A presence channel needs channel_data');
        }
        $user = $data->userId;
        if (isset($this->leaving[$user]) && Outgoing::json($this->members[$user]) !== Outgoing::json($data->info)) {
            $this->remove($user);
        }
        if (! array_key_exists($user, $this->members)) {
            $this->makeRoom($client->settings->maxPresenceMembers);
            $frame = Outgoing::event(
                'pusher_internal:member_added',
                ['user_id' => $user] + ($data->info === null ? [] : ['user_info' => $data->info]),
                $this->name,
            );
            // A member counts once: the newcomer does not pay for the number of its sockets.
            $client->charge(count($this->members) * (strlen($frame) + strlen($this->removed($user))));
            $this->members[$user] = $data->info;
            $this->send($frame);
        }
        unset($this->leaving[$user]);
        $id = spl_object_id($client);
        $this->sockets[$user][$id] = $this->clients[$id] = $client;
        $this->users[$id] = $user;
        $client->repeat(Outgoing::event('pusher_internal:subscription_succeeded', [
            'presence' => [
                'count' => count($this->members), 'ids' => $this->userIds(), 'hash' => (object) $this->members,
            ],
        ], $this->name));
    }

    public function leave(Client $client): void
    {
        parent::leave($client);
        $id = spl_object_id($client);
        $user = (string) $this->users[$id];
        unset($this->users[$id], $this->sockets[$user][$id]);
        if ($this->sockets[$user] === []) {
            unset($this->sockets[$user]);
            $this->leaving[$user] = $left = hrtime(true) * 1e-9;
            $client->after(self::GRACE_SECONDS, function () use ($user, $left): void {
                if (($this->leaving[$user] ?? null) === $left) {
                    $this->remove($user);
                }
            });
        }
        if ($this->isEmpty()) {
            array_map($this->remove(...), $this->userIds());
        }
    }

    public function userOf(Client $client): ?string
    {
        $user = $this->users[spl_object_id($client)] ?? null;

        return $user === null ? null : (string) $user;
    }

    public function socketsOf(string $userId): array
    {
        return array_values($this->sockets[$userId] ?? []);
    }

    public function userIds(): array
    {
        return array_map('strval', array_keys($this->members));
    }

    /** In a full channel, the first who has left is removed at once. */
    private function makeRoom(int $most): void
    {
        if (count($this->members) >= $most) {
            $first = array_key_first($this->leaving) ?? throw SubscriptionRefused::tooManyMembers($most);
            $this->remove((string) $first);
        }
    }

    private function remove(string $user): void
    {
        unset($this->members[$user], $this->leaving[$user]);
        $this->send($this->removed($user));
    }

    private function removed(string $user): string
    {
        return Outgoing::event('pusher_internal:member_removed', ['user_id' => $user], $this->name);
    }
}
