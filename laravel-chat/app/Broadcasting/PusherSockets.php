<?php

declare(strict_types=1);

namespace App\Broadcasting;

use App\Chat\UserStore;
use App\Contract;
use App\Http\SessionHandle;
use Illuminate\Broadcasting\BroadcastException;

/** Sockets of any server of the Pusher protocol, which knows channels and their members, and neither sessions nor health. */
final class PusherSockets implements Sockets
{
    public function __construct(private readonly PusherApi $api, private readonly UserStore $users, private readonly SocketServer $server)
    {
    }

    public function online(): array
    {
        $ids = $this->memberIds();
        $listed = array_slice($ids, 0, (int) Contract::load()->limit('onlineListed'));

        return ['count' => count($ids), 'users' => array_map(static fn ($user) => $user->toContract(), $this->users->withIds($listed))];
    }

    /** Where nothing names a session, all sockets of the user: those of other sessions connect again, and this one's are refused. */
    public function close(string $sessionId, string $userId): void
    {
        $call = $this->server->closingCall(SessionHandle::of($sessionId), $userId);
        $this->api->call('POST', $call ?? throw new BroadcastException("{$this->server->value} has no call for that."), '{}');
    }

    public function mustBeWell(): void
    {
        $this->api->call('GET', '/channels');
    }

    public function metrics(): string
    {
        return '';
    }

    /** @return list<string> of those who have joined */
    private function memberIds(): array
    {
        try {
            $members = $this->api->call('GET', '/channels/'.Contract::load()->channel().'/users')['users'] ?? null;
        } catch (BroadcastException $fault) {
            return $fault->getCode() === 404 ? [] : throw $fault; // nobody is there, so neither is the channel
        }
        if (! is_array($members)) {
            throw new BroadcastException('The WebSocket server answered something else than the members of a channel.');
        }

        return array_values(array_map(static fn (mixed $member): string => (string) ($member['id'] ?? ''), $members));
    }
}
