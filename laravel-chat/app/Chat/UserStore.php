<?php

declare(strict_types=1);

namespace App\Chat;

/** A store of users, as the chat uses it. Without its database, every method throws the ChatError store_unavailable. */
interface UserStore
{
    /** The user with exactly this name, else the one with its key: see Names. */
    public function findByName(string $name): ?KnownUser;

    /**
     * @param  list<string>  $ids
     * @return list<User> the known ones, in the order of the ids
     */
    public function withIds(array $ids): array;

    /**
     * @param  string  $hash  bcrypt, of the password
     * @return ?KnownUser null if another user has the name or its key
     */
    public function register(string $name, string $hash): ?KnownUser;
}
