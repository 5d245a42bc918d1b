<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Names;
use App\Chat\User;
use App\Chat\UserStore;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\UniqueConstraintViolationException;
use stdClass;

final class Users implements UserStore
{
    // If several workers insert one name at once, MariaDB may end one as a deadlock: it is rolled back and tried again.
    private const TRIES = 3;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    public function named(string $name): ?User
    {
        $find = fn (string $column, string $value) => $this->db->table('users')->where($column, $value)->first();
        /** @var ?stdClass $row */
        $row = $this->faults->translate(fn () => $find('name', $name) ?? $find('key', Names::keyOf($name)));

        return $row === null ? null : self::toUser($row);
    }

    public function withIds(array $ids): array
    {
        $known = $this->faults->translate(fn () => $this->db->table('users')->whereIn('id', $ids)->get())->keyBy('id');

        return array_map(self::toUser(...), array_values(array_filter(array_map($known->get(...), $ids))));
    }

    public function register(string $name, string $hash): ?User
    {
        return $this->faults->translate(function () use ($name, $hash): ?User {
            try {
                $id = $this->db->connection()->transaction(
                    fn (): int => $this->db->table('users')->insertGetId(self::row($name, $hash)), self::TRIES,
                );
            } catch (UniqueConstraintViolationException) {
                return null;
            }

            return new User((string) $id, $name, $hash);
        });
    }

    /**
     * Those of an earlier call stay as they are.
     *
     * @param  list<string>  $names
     * @return array<string, string> ids by name
     */
    public function registerAll(array $names, string $hash): array
    {
        $rows = array_map(static fn (string $name): array => self::row($name, $hash), $names);
        $this->db->table('users')->insertOrIgnore($rows);

        return $this->db->table('users')->whereIn('name', $names)->pluck('id', 'name')->map(strval(...))->all();
    }

    private static function toUser(stdClass $row): User
    {
        return new User((string) $row->id, $row->name, $row->password);
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
