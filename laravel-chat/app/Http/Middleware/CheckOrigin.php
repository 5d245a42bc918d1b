<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use App\Http\Origins;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** A call that a session counts for comes from a page of ours, or from no page at all. */
final class CheckOrigin
{
    public function handle(Request $request, Closure $next): Response
    {
        if (! Origins::admit(config('chat.origins'), $request->headers)) {
            throw ChatError::of('origin_not_allowed');
        }

        return $next($request);
    }
}
