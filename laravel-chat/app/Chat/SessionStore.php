<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** A store of sessions, by their handles. */
interface SessionStore
{
    /**
     * The user of a session; null if it is unknown or has ended.
     *
     * @throws ChatError store_unavailable
     */
    public function findUser(string $handle): ?User;

    /**
     * @param  array<string, string>  $users  their ids, by the handles of new sessions
     *
     * @throws ChatError store_unavailable
     */
    public function save(array $users): void;

    /** @throws ChatError store_unavailable */
    public function remove(string $handle): void;
}
