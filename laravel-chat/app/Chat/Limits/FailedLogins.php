<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use Closure;

/**
 * Bounds wrong passwords and join codes of an address, for each login and in total, over all workers. An attempt counts
 * before its password is checked, and is given back if it was right: parallel guesses gain nothing over guesses in a
 * row.
 */
interface FailedLogins
{
    /**
     * @template T
     *
     * @param  string  $address  of the client
     * @param  string  $nameKey  what the name is unique by
     * @param  Closure(): T  $attempt  throws wrong_password or wrong_join_code to be counted
     * @return T
     *
     * @throws ChatError too_many_attempts, store_unavailable
     */
    public function guard(string $address, string $nameKey, Closure $attempt): mixed;
}
