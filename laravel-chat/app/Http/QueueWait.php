<?php

declare(strict_types=1);

namespace App\Http;

use App\ChatError;
use Illuminate\Http\Request;

/** How long a call has waited for a worker of its pool: the web server names the moment at which it handed it on. */
final class QueueWait
{
    /** A FastCGI parameter that no client can set: seconds since 1970, with milliseconds. */
    private const HANDED_ON_AT = 'HANDED_ON_AT';

    /**
     * Where a pool takes many times as long as it should, because others have the processor, whose turn comes that late has gone.
     * To refuse them costs next to nothing, so that the queue is soon gone.
     *
     * @param  float  $seconds  that it may have waited
     * @param  string  $code  what it is refused with
     * @param  int  $retrySeconds  until the next try
     *
     * @throws ChatError of that code
     */
    public static function mustNotBeOver(Request $request, float $seconds, string $code, int $retrySeconds): void
    {
        $handedOnAt = $request->server(self::HANDED_ON_AT);
        if (! is_numeric($handedOnAt)) {
            return; // by another web server
        }
        if (microtime(true) - (float) $handedOnAt > $seconds) {
            throw ChatError::tooMany($code, $retrySeconds);
        }
    }
}
