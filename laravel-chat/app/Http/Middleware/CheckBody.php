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
    /** @param  string  $type  the media type to have: pusher-js posts a form */
    public function handle(Request $request, Closure $next, string $type = 'application/json'): Response
    {
        self::check((string) $request->headers->get('Content-Type'), (string) $request->getContent(), $type);

        return $next($request);
    }

    /**
     * @param  string  $sent  the header Content-Type
     *
     * @throws ChatError unsupported_media_type, body_too_large
     */
    public static function check(string $sent, string $body, string $type): void
    {
        if (strtolower(trim(explode(';', $sent, 2)[0])) !== $type) {
            throw ChatError::of('unsupported_media_type');
        }
        if (strlen($body) > Contract::limit('bodyMaxBytes')) {
            throw ChatError::of('body_too_large');
        }
    }
}
