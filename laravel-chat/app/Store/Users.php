<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Names;
use App\Chat\UserStore;
use App\ChatError;
use App\Models\User;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\UniqueConstraintViolationException;

final class Users implements UserStore
{
    // Of several who insert one name at once MariaDB may end one as a deadlock, which is rolled back and tried again.
    private const TRIES = 3;

    public function __construct(private readonly DatabaseManager $db, private readonly StoreFaults $faults)
    {
    }

    /** @throws ChatError store_unavailable */
    public function named(string $name): ?User
    {
        $user = $this->faults->guard(fn () => User::query()->where('name', $name)->first()
            ?? User::query()->where('key', Names::keyOf($name))->first());

        return $user instanceof User ? $user : null;
    }

    public function withIds(array $ids): array
    {
        /** @var array<array-key, User> $known */
        $known = $this->faults->guard(fn () => User::query()->findMany($ids)->keyBy('id')->all());

        return array_values(array_filter(array_map(static fn (string $id): ?User => $known[$id] ?? null, $ids)));
    }

    /**
     * @param  string  $password  a bcrypt hash
     * @return ?User null where another user has the name or its key
     *
     * @throws ChatError store_unavailable
     */
    public function register(string $name, string $password): ?User
    {
        $user = new User(['name' => $name, 'password' => $password, 'key' => Names::keyOf($name)]);

        return $this->faults->guard(function () use ($user): ?User {
            try {
                $this->db->connection()->transaction(fn () => $user->save(), self::TRIES);
            } catch (UniqueConstraintViolationException) {
                return null;
            }

            return $user;
        });
    }
}
