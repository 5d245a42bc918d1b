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
        return $this->faults->guard(fn () => User::query()->where('name', $name)->first());
    }

    /**
     * @param  string  $password  a bcrypt hash
     * @return ?User null where somebody else has just taken the name
     *
     * @throws ChatError store_unavailable
     */
    public function register(string $name, string $password): ?User
    {
        try {
            return $this->faults->guard(fn () => User::query()->create(['name' => $name, 'password' => $password]));
        } catch (UniqueConstraintViolationException) {
            return null;
        }
    }
}
