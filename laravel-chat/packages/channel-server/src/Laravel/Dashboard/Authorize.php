<?php

declare(strict_types=1);

namespace ChannelServer\Laravel\Dashboard;

use Closure;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Gate;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Exception\AccessDeniedHttpException;

/** Lets in who passes the gate viewWebSocketsDashboard, as laravel-websockets' own does. */
final class Authorize
{
    public const GATE = 'viewWebSocketsDashboard';

    /** @param  Closure(Request): Response  $next */
    public function handle(Request $request, Closure $next): Response
    {
        return Gate::check(self::GATE, [$request->user()]) ? $next($request) : throw new AccessDeniedHttpException;
    }
}
