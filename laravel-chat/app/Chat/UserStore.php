<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** What the chat asks of a store of users. */
interface UserStore
{
    /**
     * Who has exactly this name, else who has its key: see Names.
     *
     * @throws ChatError store_unavailable
     */
    public function named(string $name): ?User;

    /**
     * @param  list<string>  $ids
     * @return list<User> those that there are, in the order of the ids
     *
     * @throws ChatError store_unavailable
     */
    public function withIds(array $ids): array;

    /**
     * @param  string  $password  a bcrypt hash
     * @return ?User null where somebody has the name or its key
     *
     * @throws ChatError store_unavailable
     */
    public function register(string $name, string $password): ?User;
}
