<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\KnownUser;
use App\Chat\Names;
use App\Chat\UserStore;
use Illuminate\Database\Connection;
use Illuminate\Database\UniqueConstraintViolationException;
use stdClass;

final class Users implements UserStore
{
    public function __construct(private readonly StoreConnection $store)
    {
    }

    public function findByName(string $name): ?KnownUser
    {
        /** @var ?stdClass $row */
        $row = $this->store->run(fn (Connection $db) => $db->table('users')->where('name', $name)->first()
            ?? $db->table('users')->where('key', Names::keyOf($name))->first());

        return $row === null ? null : self::toUser($row);
    }

    public function withIds(array $ids): array
    {
        $known = $this->store->run(fn (Connection $db) => $db->table('users')->whereIn('id', $ids)->get())->keyBy('id');

        return array_map(self::toUser(...), array_values(array_filter(array_map($known->get(...), $ids))));
    }

    public function register(string $name, string $hash): ?KnownUser
    {
        try {
            // If several workers insert one name at once, MariaDB may end one as a deadlock, which is tried again.
            $id = $this->store->transaction(
                fn (Connection $db): int => $db->table('users')->insertGetId(self::row($name, $hash)),
            );
        } catch (UniqueConstraintViolationException) {
            return null;
        }

        return new KnownUser((string) $id, $name, $hash);
    }

    /**
     * Registers users. Those whose name is known already stay as they are.
     *
     * @param  list<string>  $names
     * @return array<string, string> ids by name
     */
    public function registerAll(array $names, string $hash): array
    {
        $rows = array_map(static fn (string $name): array => self::row($name, $hash), $names);

        return $this->store->run(function (Connection $db) use ($names, $rows): array {
            $db->table('users')->insertOrIgnore($rows);

            return $db->table('users')->whereIn('name', $names)->pluck('id', 'name')->map(strval(...))->all();
        });
    }

    private static function toUser(stdClass $row): KnownUser
    {
        return new KnownUser((string) $row->id, $row->name, $row->password);
    }

    /** @return array<string, string> */
    private static function row(string $name, string $hash): array
    {
        return [
            'name' => $name, 'password' => $hash, 'key' => Names::keyOf($name),
            'created_at' => now('UTC')->format(MessageRows::TIME_FORMAT),
        ];
    }
}
