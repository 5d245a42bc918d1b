<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\Sockets;
use App\Chat\User as ChatUser;
use App\Contract;
use App\Store\StaleRows;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Query\Builder;
use Illuminate\Http\Request;
use Psr\Log\LoggerInterface;
use Symfony\Component\HttpFoundation\Cookie;

/** Sessions: a random token, which the client keeps, and its hash in the store. A copy of the database opens none. */
final class Sessions
{
    private const TOKEN_BYTES = 24;

    // One login in so many clears away the sessions that have ended.
    private const CLEARING = 100;

    public function __construct(
        private readonly DatabaseManager $db,
        private readonly LoggerInterface $log,
    ) {
    }

    /** The user of the request's session; null without one. */
    public function userOf(Request $request): ?SessionUser
    {
        $handle = self::handleIn($request);
        // Written out: each request asks it, and the query builder takes longer than the database.
        $row = $handle === null ? null : $this->db->connection()->selectOne(
            'select users.id, users.name from sessions join users on users.id = sessions.user_id
                where sessions.id = ? and expires_at > ?',
            [$handle, now()->getTimestamp()],
        );

        return $row === null ? null : new SessionUser((string) $row->id, $row->name);
    }

    /** The handle of the request's session, for store and loop. It tells two sessions apart and opens neither. */
    public static function handleIn(Request $request): ?string
    {
        $token = self::tokenOf($request);

        return $token === null ? null : self::handleOf($token);
    }

    /** Begins a session. @return string its token */
    public function begin(ChatUser $user): string
    {
        $token = self::newToken();
        $this->db->table('sessions')->insert(self::row($token, $user->id()));
        if (random_int(1, self::CLEARING) === 1) {
            $this->clearEnded();
        }

        return $token;
    }

    /** Ends the session that a request came with, if any: first in the store, so that no socket can join in between. */
    public function end(Request $request, ?ChatUser $user): void
    {
        $handle = self::handleIn($request);
        if ($handle !== null && $user !== null) {
            $this->db->table('sessions')->where('id', $handle)->delete();
            $this->closeSockets($handle, $user->id());
        }
    }

    /** @return int how many rows */
    public function clearEnded(): int
    {
        $connection = $this->db->connection();

        return StaleRows::delete(
            $connection, 'sessions', fn (Builder $old) => $old->where('expires_at', '<=', now()->getTimestamp()),
        );
    }

    /** A server that is away has no sockets to close, and its new ones will need a session. */
    private function closeSockets(string $handle, string $userId): void
    {
        try {
            resolve(Sockets::class)->close($handle, $userId);
        } catch (BroadcastException $fault) {
            $this->log->warning('The sockets of an ended session may still be open.', ['why' => $fault->getMessage()]);
        }
    }

    public static function newToken(): string
    {
        return rtrim(strtr(base64_encode(random_bytes(self::TOKEN_BYTES)), '+/', '-_'), '=');
    }

    /** @return array{id: string, user_id: string, expires_at: int} of the table */
    public static function row(string $token, string $userId): array
    {
        return [
            'id' => self::handleOf($token), 'user_id' => $userId,
            'expires_at' => now()->getTimestamp() + self::seconds(),
        ];
    }

    public static function cookie(Request $request, string $token): Cookie
    {
        return new Cookie(Contract::load()->cookie(), $token, time() + self::seconds(), secure: $request->isSecure());
    }

    private static function seconds(): int
    {
        return (int) Contract::load()->limit('sessionSeconds');
    }

    /** A client without cookies sends its token as `Authorization: Bearer`. */
    private static function tokenOf(Request $request): ?string
    {
        $token = $request->bearerToken() ?? $request->cookies->get(Contract::load()->cookie());

        return is_string($token) && $token !== '' ? $token : null;
    }

    private static function handleOf(string $token): string
    {
        return hash('sha256', $token);
    }
}
