<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\SessionStore;
use App\Chat\User;
use App\Contract;
use Illuminate\Database\Connection;

final class Sessions implements SessionStore
{
    public function __construct(private readonly StoreConnection $store)
    {
    }

    public function findUser(string $handle): ?User
    {
        // Every request asks, and the query builder would take longer than the database.
        $row = $this->store->run(fn (Connection $db) => $db->selectOne(
            'select users.id, users.name from sessions join users on users.id = sessions.user_id
                where sessions.id = ? and expires_at > ?',
            [$handle, now()->getTimestamp()],
        ));

        return $row === null ? null : new User((string) $row->id, $row->name);
    }

    public function save(array $users): void
    {
        $expires = now()->getTimestamp() + Contract::limit('sessionSeconds');
        $row = static fn (string $handle, string $userId): array => [
            'id' => $handle, 'user_id' => $userId, 'expires_at' => $expires,
        ];
        $rows = array_map($row, array_keys($users), $users);
        $this->store->prune('sessions', 'expires_at');
        $this->store->run(fn (Connection $db) => $db->table('sessions')->insert($rows));
    }

    public function remove(string $handle): void
    {
        $this->store->run(fn (Connection $db) => $db->table('sessions')->where('id', $handle)->delete());
    }
}
