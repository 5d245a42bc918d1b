<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Lookalikes;
use App\Chat\UserStore;
use App\ChatError;
use App\Models\User;
use Illuminate\Database\UniqueConstraintViolationException;

final class Users implements UserStore
{
    public function __construct(private readonly StoreFaults $faults)
    {
    }

    /** @throws ChatError store_unavailable */
    public function named(string $name): ?User
    {
        $user = $this->faults->guard(fn () => User::query()->where('name', $name)->first());

        return $user instanceof User ? $user : null;
    }

    public function withIds(array $ids): array
    {
        /** @var array<array-key, User> $known */
        $known = $this->faults->guard(fn () => User::query()->findMany($ids)->keyBy('id')->all());

        return array_values(array_filter(array_map(static fn (string $id): ?User => $known[$id] ?? null, $ids)));
    }

    /** How the database knows what a name looks like. */
    public static function skeletonOf(string $name): string
    {
        return hash('sha256', Lookalikes::load()->skeletonOf($name));
    }

    /**
     * @param  string  $password  a bcrypt hash
     * @return ?User null where somebody else has the name, or one that looks like it
     *
     * @throws ChatError store_unavailable
     */
    public function register(string $name, string $password): ?User
    {
        $user = new User(['name' => $name, 'password' => $password, 'skeleton' => self::skeletonOf($name)]);

        return $this->faults->guard(function () use ($user): ?User {
            try {
                $user->save();
            } catch (UniqueConstraintViolationException) {
                return null;
            }

            return $user;
        });
    }
}
