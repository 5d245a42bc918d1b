<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * Behind a proxy on this machine that ends TLS, its word counts for the client's address and for https. Not Laravel's
 * own TrustProxies: it believes any client that names a host of two hosting services.
 */
final class TrustProxy
{
    public function handle(Request $request, Closure $next): Response
    {
        Request::setTrustedProxies(
            config('chat.trust_proxy') ? ['127.0.0.1', '::1'] : [],
            Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO,
        );

        return $next($request);
    }
}
