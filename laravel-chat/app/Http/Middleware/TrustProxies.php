<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Behind a proxy on this machine that ends TLS, its word counts for the client's address and for https: with CHAT_TRUST_PROXY=1. */
final class TrustProxies
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
