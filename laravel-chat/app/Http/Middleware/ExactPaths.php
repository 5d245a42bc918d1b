<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * The contract compares paths byte for byte, so that what a web server in front lets through or keeps to itself is what the
 * chat sees. The router would undo percent-encoding and take off a last slash, Symfony the name of the script.
 */
final class ExactPaths
{
    public function handle(Request $request, Closure $next): Response
    {
        if (str_contains((string) $request->server->get('REQUEST_URI'), '#')) {
            throw ChatError::of('bad_request'); // no address has a fragment that comes by HTTP
        }
        $path = $request->getPathInfo();
        if ($request->getBaseUrl() !== '' || str_contains($path, '%') || (str_ends_with($path, '/') && $path !== '/')) {
            throw ChatError::notFound();
        }

        return $next($request);
    }
}
