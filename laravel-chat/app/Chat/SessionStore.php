<?php

declare(strict_types=1);

namespace App\Chat;

/** A store of sessions, by their handles. */
interface SessionStore
{
    /** The user of a session that goes on; null where there is none. */
    public function userOf(string $handle): ?User;

    /** @param  array<string, string>  $users  ids, by the handles of the sessions that begin */
    public function save(array $users): void;

    public function remove(string $handle): void;
}
