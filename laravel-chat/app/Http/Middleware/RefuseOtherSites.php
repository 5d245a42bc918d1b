<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use App\Http\Origins;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/**
 * A call that a session counts for comes from a page of ours, or from no page at all. A script tag or an image carries the
 * cookie and no Origin, from a sibling host too: browsers then say where from in Sec-Fetch-Site.
 */
final class RefuseOtherSites
{
    public function handle(Request $request, Closure $next): Response
    {
        if (! Origins::admit(config('chat.origins'), $request->headers)) {
            throw ChatError::of('origin_not_allowed');
        }

        return $next($request);
    }
}
