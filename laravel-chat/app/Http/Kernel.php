<?php

declare(strict_types=1);

namespace App\Http;

use App\Http\Middleware\CheckBody;
use App\Http\Middleware\CheckOrigin;
use Illuminate\Auth\Middleware\Authenticate;
use Illuminate\Foundation\Http\Kernel as HttpKernel;

final class Kernel extends HttpKernel
{
    /** Would run on every call: /empty shows what the framework costs. */
    protected $middleware = [];

    protected $middlewareAliases = [
        'auth' => Authenticate::class, 'origin' => CheckOrigin::class, 'body' => CheckBody::class,
    ];

    /** Without Laravel's own, which makes each middleware again to terminate it. None has anything to do then. */
    public function terminate($request, $response): void
    {
        $this->app->terminate();
    }
}
