<?php

declare(strict_types=1);

namespace App\Http;

use App\Http\Middleware\ExactPaths;
use App\Http\Middleware\RefuseOptions;
use App\Http\Middleware\RefuseOtherSites;
use App\Http\Middleware\TrustProxies;
use App\Http\Middleware\UnsafeCall;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Foundation\Http\Kernel as HttpKernel;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Exception\SuspiciousOperationException;

final class Kernel extends HttpKernel
{
    /** On every call, so next to nothing: /empty is to cost what the framework costs. */
    protected $middleware = [TrustProxies::class, ExactPaths::class, RefuseOptions::class];

    protected $middlewareAliases = [
        'auth' => Authenticate::class,
        'site' => RefuseOtherSites::class,
        'unsafe' => UnsafeCall::class,
    ];

    /** The order of the contract: where the call comes from, what it may be, who calls. */
    protected $middlewarePriority = [
        RefuseOtherSites::class,
        UnsafeCall::class,
        Authenticate::class,
    ];

    public function handle($request)
    {
        // A POST is a POST: Symfony would take a header's or a parameter's word for another method.
        $request->headers->remove('X-HTTP-METHOD-OVERRIDE');
        $request->query->remove('_method');
        $request->request->remove('_method');
        $this->askHostOnce($request);

        return parent::handle($request);
    }

    /** Symfony throws once at a Host header that is no host, and then calls it empty. The cached router asks first: not there. */
    private function askHostOnce(Request $request): void
    {
        try {
            $request->getHost();
        } catch (SuspiciousOperationException) {
            // No route depends on it, and what is said about the host is checked where it is said (SocketUrl).
        }
    }
}
