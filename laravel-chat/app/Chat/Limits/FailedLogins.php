<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use Closure;

/**
 * Limits wrong passwords and join codes of an address, per login and in total, over all workers. An attempt counts
 * before its password is checked, and is taken back if the password was right: parallel guesses gain nothing.
 */
interface FailedLogins
{
    /**
     * @template T
     *
     * @param  string  $address  of the client
     * @param  string  $nameKey  of the login, by Names::keyOf()
     * @param  Closure(): T  $attempt  throws wrong_password or wrong_join_code to be counted
     * @return T
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function guard(string $address, string $nameKey, Closure $attempt): mixed;
}
