<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** The router answers OPTIONS by itself; the contract knows no such method. */
final class RefuseOptions
{
    public function handle(Request $request, Closure $next): Response
    {
        $response = $next($request);
        if ($request->getMethod() === 'OPTIONS' && $response->isSuccessful()) {
            throw ChatError::methodNotAllowed(str_replace(',', ', ', (string) $response->headers->get('Allow')));
        }

        return $response;
    }
}
