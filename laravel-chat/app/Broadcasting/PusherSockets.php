<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\Sockets;
use App\Chat\UserStore;
use App\Contract;
use Closure;
use Illuminate\Broadcasting\Broadcasters\PusherBroadcaster;
use Illuminate\Broadcasting\BroadcastException;
use Illuminate\Broadcasting\BroadcastManager;
use Pusher\Pusher;
use Throwable;

/**
 * The sockets of any server of the Pusher protocol, which knows channels and their members, and neither sessions nor
 * health.
 */
final class PusherSockets implements Sockets
{
    public function __construct(private readonly BroadcastManager $broadcasting, private readonly UserStore $users)
    {
    }

    public function features(): array
    {
        return [];
    }

    public function publish(string $event, array $data): void
    {
        $this->broadcaster()->broadcast([Contract::load()->channel()], $event, $data);
    }

    public function online(): array
    {
        $ids = $this->memberIds();
        $listed = $this->users->withIds(array_slice($ids, 0, (int) Contract::load()->limit('onlineListed')));

        return ['count' => count($ids), 'users' => array_map(static fn ($user) => $user->toArray(), $listed)];
    }

    /** All sockets of the user, since nothing names a session: those of other sessions connect again. */
    public function close(string $sessionHandle, string $userId): void
    {
        $this->ask(static fn (Pusher $server) => $server->terminateUserConnections($userId));
    }

    public function problems(): array
    {
        $this->ask(static fn (Pusher $server) => $server->get('/channels'));

        return [];
    }

    public function processes(): int
    {
        return 1;
    }

    public function metrics(): string
    {
        return '';
    }

    /** @return list<string> of those who have joined */
    private function memberIds(): array
    {
        $path = '/channels/'.Contract::load()->channel().'/users';
        try {
            $members = $this->ask(static fn (Pusher $server) => $server->get($path, [], true)['users'] ?? null);
        } catch (BroadcastException $fault) {
            // A channel without members does not exist.
            return $fault->getCode() === 404 ? [] : throw $fault;
        }
        if (! is_array($members)) {
            throw new BroadcastException('The WebSocket server answered something else than the members of a channel.');
        }

        return array_values(array_map(static fn (mixed $member): string => (string) ($member['id'] ?? ''), $members));
    }

    private function broadcaster(): PusherBroadcaster
    {
        /** @var PusherBroadcaster */
        return $this->broadcasting->connection();
    }

    /**
     * @param  Closure(Pusher): mixed  $call
     *
     * @throws BroadcastException with the status of an answer that is no success
     */
    private function ask(Closure $call): mixed
    {
        try {
            return $call($this->broadcaster()->getPusher());
        } catch (Throwable $fault) {
            throw new BroadcastException($fault->getMessage(), (int) $fault->getCode(), $fault);
        }
    }
}
