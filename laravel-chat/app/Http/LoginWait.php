<?php

declare(strict_types=1);

namespace App\Http;

use App\ChatError;
use App\Contract;
use Illuminate\Http\Request;

/** How long a login has waited for a worker of its pool: the web server names the moment at which it handed it on. */
final class LoginWait
{
    /** A FastCGI parameter that no client can set: seconds since 1970, with milliseconds. */
    private const HANDED_ON_AT = 'HANDED_ON_AT';

    /** Those that wait longer are refused for next to nothing, so that the queue is soon gone. */
    private const RETRY_SECONDS = 2;

    /**
     * Where hashing takes many times as long as it should, because others have the processor, whose turn comes that late has gone.
     *
     * @throws ChatError too_many_logins
     */
    public static function mustNotBeOver(Request $request): void
    {
        $handedOnAt = $request->server(self::HANDED_ON_AT);
        if (! is_numeric($handedOnAt)) {
            return; // by another web server
        }
        if (microtime(true) - (float) $handedOnAt > Contract::load()->limit('loginWaitSeconds')) {
            throw ChatError::tooMany('too_many_logins', self::RETRY_SECONDS);
        }
    }
}
