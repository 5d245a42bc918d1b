<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use App\Contract;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** Checks the media type and the size of a body. */
final class CheckBody
{
    /** @param  string  $type  the media type to have: pusher-js posts a form, the lab's upload is bytes */
    public function handle(Request $request, Closure $next, string $type = 'application/json'): Response
    {
        if (strtolower(trim(explode(';', (string) $request->headers->get('Content-Type'), 2)[0])) !== $type) {
            throw ChatError::of('unsupported_media_type');
        }
        if (strlen((string) $request->getContent()) > Contract::limit('bodyMaxBytes')) {
            throw ChatError::of('body_too_large');
        }

        return $next($request);
    }
}
