<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\SocketServer;
use App\Chat\SessionStore;
use App\Chat\User;
use App\Contract;
use App\SessionToken;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Log;
use Symfony\Component\HttpFoundation\Cookie;

/** Begins and ends sessions. */
final class Sessions
{
    public function __construct(private readonly SessionStore $sessions, private readonly SocketServer $sockets)
    {
    }

    /**
     * Begins a new session for each login, and ends the old one after that: saving may fail.
     *
     * @return string its token
     */
    public function begin(Request $request, User $user): string
    {
        $token = SessionToken::new();
        $this->sessions->save([SessionToken::handleOf($token) => $user->id]);
        $this->end($request);

        return $token;
    }

    /** Ends the session that a request came with, if any: first in the store, so that no socket can join in between. */
    public function end(Request $request): void
    {
        $handle = ChatGuard::handleIn($request);
        $user = $request->user();
        if ($handle === null || $user === null) {
            return;
        }
        $this->sessions->remove($handle);
        try {
            $this->sockets->closeSession($handle, $user->id);
        } catch (BroadcastException $fault) {
            // A server that is gone has no sockets; one that hangs may keep them open until it goes on.
            Log::warning('The sockets of an ended session may still be open.', ['why' => $fault->getMessage()]);
        }
    }

    public static function cookie(Request $request, string $token): Cookie
    {
        $expires = time() + Contract::limit('sessionSeconds');

        return new Cookie(Contract::get('cookies', 'laravel'), $token, $expires, secure: $request->isSecure());
    }
}
