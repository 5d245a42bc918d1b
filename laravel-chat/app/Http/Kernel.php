<?php

declare(strict_types=1);

namespace App\Http;

use App\Http\Middleware\CheckBody;
use App\Http\Middleware\CheckOrigin;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Foundation\Http\Kernel as HttpKernel;

final class Kernel extends HttpKernel
{
    /** No middleware runs for all calls: /empty shows what the framework alone costs. */
    protected $middleware = [];

    protected $middlewareAliases = [
        'auth' => Authenticate::class, 'origin' => CheckOrigin::class, 'body' => CheckBody::class,
    ];

    /** Laravel's own also makes each middleware of the route again, to call its terminate(). None here has one. */
    public function terminate($request, $response): void
    {
        $this->app->terminate();
    }
}
