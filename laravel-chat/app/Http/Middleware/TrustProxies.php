<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use Illuminate\Http\Middleware\TrustProxies as Middleware;
use Illuminate\Http\Request;

/** Behind a proxy on this machine that ends TLS, its word counts for the client's address and for https. */
final class TrustProxies extends Middleware
{
    protected $headers = Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO;

    /** @return list<string>|null */
    protected function proxies(): ?array
    {
        return config('chat.trust_proxy') ? ['127.0.0.1', '::1'] : null;
    }
}
