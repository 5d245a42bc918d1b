<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use App\Origins;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Refuses calls by pages of other sites. Programs that are no browser may call. */
final class CheckOrigin
{
    public function handle(Request $request, Closure $next): Response
    {
        $headers = $request->headers;
        $origins = new Origins(config('chat.origins'));
        if (! $origins->admits($headers->get('Origin'), $headers->get('Sec-Fetch-Site'))) {
            throw ChatError::of('origin_not_allowed');
        }

        return $next($request);
    }
}
