<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\User;
use App\Chat\UserStore;
use App\Contract;
use Illuminate\Broadcasting\Broadcasters\PusherBroadcaster;
use Illuminate\Broadcasting\BroadcastException;
use Pusher\Pusher;
use Throwable;

/**
 * Laravel's driver `pusher`, for any server of the Pusher protocol. Such a server knows channels and their members, but
 * no sessions and no health.
 */
final class PusherServerBroadcaster extends PusherBroadcaster implements SocketServer
{
    public function __construct(Pusher $pusher, private readonly UserStore $users)
    {
        parent::__construct($pusher);
    }

    public function features(): array
    {
        return [];
    }

    public function online(): array
    {
        $ids = $this->memberIds();
        $listed = $this->users->withIds(array_slice($ids, 0, Contract::limit('onlineListed')));

        return ['count' => count($ids), 'users' => array_map(static fn (User $user) => $user->toArray(), $listed)];
    }

    /** Closes all sockets of the user. Clients of the user's other sessions connect again. */
    public function closeSession(string $handle, string $userId): void
    {
        try {
            $this->pusher->terminateUserConnections($userId);
        } catch (Throwable $fault) {
            throw self::failed($fault);
        }
    }

    public function problems(): array
    {
        $this->get('/channels');

        return [];
    }

    public function metrics(): array
    {
        return [];
    }

    /** @return list<string> ids of the users who have joined */
    private function memberIds(): array
    {
        try {
            $members = $this->get('/channels/'.Contract::get('channel').'/users')['users'] ?? null;
        } catch (BroadcastException $fault) {
            // A channel without members does not exist.
            return $fault->getCode() === 404 ? [] : throw $fault;
        }
        if (! is_array($members)) {
            throw new BroadcastException('The WebSocket server answered something else than the members of a channel.');
        }

        return array_values(array_map(static fn (mixed $member): string => (string) ($member['id'] ?? ''), $members));
    }

    /** @throws BroadcastException its code is the HTTP status of the answer, if there was one */
    private function get(string $path): mixed
    {
        try {
            return $this->pusher->get($path, [], true);
        } catch (Throwable $fault) {
            throw self::failed($fault);
        }
    }

    private static function failed(Throwable $fault): BroadcastException
    {
        return new BroadcastException($fault->getMessage(), (int) $fault->getCode(), $fault);
    }
}
