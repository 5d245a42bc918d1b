<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use Closure;

/**
 * Wrong passwords and join codes of an address, for one login and in all, counted by all workers together. An attempt
 * counts as wrong before its password is looked at, so that many at once find out no more than many in a row.
 */
interface FailedLogins
{
    /**
     * @template T
     *
     * @param  Closure(): T  $attempt  throws wrong_password or wrong_join_code to be counted
     * @return T
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function guard(string $login, string $address, Closure $attempt): mixed;
}
