<?php

declare(strict_types=1);

namespace App\Http\Middleware;

use App\Store\ChatSessionHandler;
use Closure;
use Illuminate\Contracts\Auth\Factory as Auth;
use Illuminate\Http\Request;
use Illuminate\Session\SessionManager;
use Illuminate\Session\Store;
use Symfony\Component\HttpFoundation\Cookie;
use Symfony\Component\HttpFoundation\Response;

/** Laravel's session, kept for users alone: who is not logged in costs no row and gets no cookie. */
final class StartSession
{
    public function __construct(private readonly SessionManager $sessions, private readonly Auth $auth)
    {
    }

    public function handle(Request $request, Closure $next): Response
    {
        /** @var Store $session */
        $session = $this->sessions->driver();
        $id = $request->cookies->get($session->getName());
        $session->setId(is_string($id) ? $id : null); // null: a new one
        $session->start();
        $request->setLaravelSession($session);

        $response = $next($request);

        if ($this->auth->guard()->check()) {
            $session->save();
            $handler = $session->getHandler();
            if ($handler instanceof ChatSessionHandler && $handler->hasBegun) {
                $response->headers->setCookie($this->cookie($session));
                if (random_int(1, 100) === 1) { // now and then somebody clears away what others have left
                    $handler->gc(60 * config('session.lifetime'));
                }
            }
        }

        return $response;
    }

    private function cookie(Store $session): Cookie
    {
        $config = config('session');

        return new Cookie(
            $session->getName(), $session->getId(), time() + 60 * $config['lifetime'],
            $config['path'], $config['domain'], $config['secure'], $config['http_only'], false, $config['same_site'],
        );
    }
}
