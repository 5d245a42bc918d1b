<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\ChatError;
use App\Store\Models\User;
use Illuminate\Database\UniqueConstraintViolationException;

final class Users
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

    /**
     * @param  string  $password  a bcrypt hash
     * @return ?User null where somebody else has just taken the name
     *
     * @throws ChatError store_unavailable
     */
    public function register(string $name, string $password): ?User
    {
        $user = new User(['name' => $name, 'password' => $password]);

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
