<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\ChatError;
use App\Contract;
use Closure;
use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;

/** What a call that changes something must be: of the right type, not too large. */
final class UnsafeCall
{
    public const FORM = 'application/x-www-form-urlencoded';

    /** @param  string  $type  the content type to have: JSON; FORM for pusher-js, which posts one */
    public function handle(Request $request, Closure $next, string $type = 'application/json'): Response
    {
        if (! ($type === self::FORM ? $this->isForm($request) : $this->type($request) === $type)) {
            throw ChatError::of('unsupported_media_type');
        }
        $max = Contract::load()->limit('bodyMaxBytes');
        if ((int) $request->headers->get('Content-Length', '0') > $max || strlen((string) $request->getContent()) > $max) {
            throw ChatError::of('body_too_large');
        }

        return $next($request);
    }

    /**
     * A form and nothing that could be read as anything else: PHP fills the fields by what stands before the semicolon, Laravel reads JSON
     * where "/json" stands anywhere, and what one of them validates the other must not use.
     */
    private function isForm(Request $request): bool
    {
        return preg_match('#^'.self::FORM.'(?:[ \t]*;[ \t]*charset=(?:[A-Za-z0-9_-]+|"[A-Za-z0-9_-]+"))?\z#i', (string) $request->headers->get('Content-Type')) === 1;
    }

    private function type(Request $request): string
    {
        return strtolower(trim(explode(';', (string) $request->headers->get('Content-Type'), 2)[0]));
    }
}
