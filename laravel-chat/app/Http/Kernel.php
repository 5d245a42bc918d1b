<?php

declare(strict_types=1);

namespace App\Http;

use App\Http\Middleware\RefuseOptions;
use App\Http\Middleware\StartSession;
use App\Http\Middleware\TrustProxies;
use App\Http\Middleware\UnsafeCall;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Cookie\Middleware\EncryptCookies;
use Illuminate\Foundation\Http\Kernel as HttpKernel;

final class Kernel extends HttpKernel
{
    /** On every call, so next to nothing: /empty is to cost what the framework costs. */
    protected $middleware = [TrustProxies::class, RefuseOptions::class];

    protected $middlewareGroups = [
        'session' => [EncryptCookies::class, StartSession::class],
    ];

    protected $middlewareAliases = [
        'auth' => Authenticate::class,
        'unsafe' => UnsafeCall::class,
    ];

    /** The order of the contract: what the call may be, who calls. */
    protected $middlewarePriority = [
        UnsafeCall::class,
        EncryptCookies::class,
        StartSession::class,
        Authenticate::class,
    ];

    public function handle($request)
    {
        // A POST is a POST: Symfony would take a header's or a parameter's word for another method.
        $request->headers->remove('X-HTTP-METHOD-OVERRIDE');
        $request->query->remove('_method');
        $request->request->remove('_method');

        return parent::handle($request);
    }
}
