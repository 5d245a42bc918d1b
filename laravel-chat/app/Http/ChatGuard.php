<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\SessionStore;
use App\Chat\User;
use App\Contract;
use App\SessionToken;
use Illuminate\Http\Request;

/** Laravel's guard `chat`: the client keeps the token of its session, and the store the token's handle. */
final class ChatGuard
{
    public function __construct(private readonly SessionStore $sessions)
    {
    }

    /** The user of the request's session; null without one. */
    public function userOf(Request $request): ?User
    {
        $handle = self::handleIn($request);

        return $handle === null ? null : $this->sessions->findUser($handle);
    }

    /** The handle of the request's session. A client without cookies sends its token as `Authorization: Bearer`. */
    public static function handleIn(Request $request): ?string
    {
        $token = $request->bearerToken() ?? $request->cookies->get(Contract::get('cookies', 'laravel'));

        return is_string($token) && $token !== '' ? SessionToken::handleOf($token) : null;
    }
}
