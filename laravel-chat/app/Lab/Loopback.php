<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Lab calls stop a server for seconds: they are for programs of its own machine. */
final class Loopback
{
    /** nginx names the address that connected, whatever X-Forwarded-For says. */
    public function handle(Request $request, Closure $next): Response
    {
        self::check($request->server->getString('REMOTE_ADDR'));

        return $next($request);
    }

    /**
     * @param  string  $peer  address that connected, with or without its port; a socket for IPv6 may name 127.0.0.1 as
     *                        ::ffff:127.0.0.1
     *
     * @throws ChatError lab_not_allowed
     */
    public static function check(string $peer): void
    {
        if (preg_match('/^\[?(?:(?:::ffff:)?127\.|::1(?:\]|$))/D', $peer) !== 1) {
            throw ChatError::of('lab_not_allowed');
        }
    }
}
