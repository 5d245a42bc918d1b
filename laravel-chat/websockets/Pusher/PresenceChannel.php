<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

/** A channel that tells its subscribers who is there; a user with several sockets is there once. */
final class PresenceChannel extends Channel
{
    /** @var array<string, array{info: mixed, sockets: array<int, Client>}> by user id */
    private array $members = [];

    /** @var array<int, string> user id by client object id */
    private array $users = [];

    public function join(Client $client, ?ChannelData $data): void
    {
        if ($data === null) {
            throw SubscriptionRefused::malformed('A presence channel needs channel_data');
        }
        $id = spl_object_id($client);
        $new = ! isset($this->members[$data->userId]);
        if ($new) {
            $this->members[$data->userId] = ['info' => $data->info, 'sockets' => []];
            $this->send(Outgoing::event('pusher_internal:member_added', ['user_id' => $data->userId] + ($data->info === null ? [] : ['user_info' => $data->info]), $this->name));
        }
        $this->members[$data->userId]['sockets'][$id] = $client;
        $this->users[$id] = $data->userId;
        $this->clients[$id] = $client;
        $hash = [];
        foreach ($this->members as $userId => $member) {
            $hash[$userId] = $member['info'];
        }
        $client->send(Outgoing::event('pusher_internal:subscription_succeeded', [
            'presence' => ['count' => count($hash), 'ids' => $this->userIds(), 'hash' => (object) $hash],
        ], $this->name));
    }

    public function leave(Client $client): void
    {
        parent::leave($client);
        $id = spl_object_id($client);
        $user = $this->users[$id] ?? null;
        if ($user === null) {
            return;
        }
        unset($this->users[$id], $this->members[$user]['sockets'][$id]);
        if ($this->members[$user]['sockets'] === []) {
            unset($this->members[$user]);
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
        return array_values($this->members[$userId]['sockets'] ?? []);
    }

    public function userIds(): array
    {
        return array_map('strval', array_keys($this->members));
    }
}
