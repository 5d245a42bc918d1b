<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;

/** Wrong passwords of the last minute, by login and address and by address alone, counted by all workers together. */
interface FailedLogins
{
    /**
     * Counts an attempt as wrong before its password is looked at: so many at once never say more than so many in a row.
     *
     * @return list<int> what to release where the password was not wrong
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function reserve(string $login, string $address): array;

    /** @param  list<int>  $taken by reserve() */
    public function release(array $taken): void;
}
