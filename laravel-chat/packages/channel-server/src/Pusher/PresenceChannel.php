<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/**
 * A channel that tells its subscribers who is there; a user with several sockets is there once. All of them are told to each who joins, and each to
 * all of them, so that their number is bounded, as Pusher's is.
 */
final class PresenceChannel extends Channel
{
    /** @var array<string, mixed> user_info by user id */
    private array $members = [];

    /** @var array<string, array<int, Client>> by user id, then object id */
    private array $sockets = [];

    /** @var array<int, string> user id by client object id */
    private array $users = [];

    public function join(Client $client, ?ChannelData $data): void
    {
        if ($data === null) {
            throw SubscriptionRefused::malformed('A presence channel needs channel_data');
        }
        $id = spl_object_id($client);
        if (! isset($this->sockets[$data->userId])) {
            $most = $client->settings->maxPresenceMembers;
            if (count($this->members) >= $most) {
                throw SubscriptionRefused::tooManyMembers($most);
            }
            $this->members[$data->userId] = $data->info;
            $this->send(Outgoing::event('pusher_internal:member_added', ['user_id' => $data->userId] + ($data->info === null ? [] : ['user_info' => $data->info]), $this->name));
        }
        $this->sockets[$data->userId][$id] = $client;
        $this->users[$id] = $data->userId;
        $this->clients[$id] = $client;
        $client->send(Outgoing::event('pusher_internal:subscription_succeeded', [
            'presence' => ['count' => count($this->members), 'ids' => $this->userIds(), 'hash' => (object) $this->members],
        ], $this->name));
    }

    public function joined(Client $client): void
    {
        $user = (string) $this->userOf($client);
        if (count($this->sockets[$user]) === 1) {
            $this->watcher->memberAdded($this->name, $user);
        }
    }

    public function leave(Client $client): void
    {
        parent::leave($client);
        $id = spl_object_id($client);
        $user = $this->users[$id] ?? null;
        if ($user === null) {
            return;
        }
        unset($this->users[$id], $this->sockets[$user][$id]);
        if ($this->sockets[$user] === []) {
            unset($this->sockets[$user], $this->members[$user]);
            $this->watcher->memberRemoved($this->name, (string) $user);
            $this->send(Outgoing::event('pusher_internal:member_removed', ['user_id' => $user], $this->name));
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
}
