<?php

declare(strict_types=1);

namespace WebSockets\Wire;

use App\ChatError;
use App\Contract;
use ChannelServer\Pusher\Channel;
use ChannelServer\Pusher\ChannelData;
use ChannelServer\Pusher\Client;
use ChannelServer\Pusher\Incoming;
use ChannelServer\Pusher\LimitsItself;
use ChannelServer\Pusher\Outgoing;
use ChannelServer\Pusher\SubscriptionRefused;
use WebSockets\Chat\Changes;
use WebSockets\Chat\Figures;
use WebSockets\Chat\InOrder;
use WebSockets\Chat\Presence;
use WebSockets\Chat\StoredMessage;
use WebSockets\Chat\Typing;

/**
 * The channel the chat happens on. It differs from a plain presence channel in what would be quadratic or unsafe there:
 * who joins gets the count and themselves, the others get gathered `presence` events, and `client-message` is stored and
 * answered, not relayed.
 */
final class ChatChannel extends Channel implements LimitsItself
{
    private readonly string $clientMessage;

    private readonly string $clientTyping;

    private bool $welcomesWait = true;

    /** @param  int  $socketsPerUser that may have joined at a time; 0 for any number */
    public function __construct(
        private readonly Contract $contract,
        private readonly JoinedSockets $joined,
        private readonly Presence $online,
        private readonly Typing $typing,
        private readonly Sessions $sessions,
        private readonly ClientMessages $messages,
        private readonly InOrder $inOrder,
        private readonly Changes $changes,
        private readonly Figures $figures,
        private readonly int $socketsPerUser,
    ) {
        parent::__construct($contract->channel());
        $this->clientMessage = $contract->event('clientMessage');
        $this->clientTyping = $contract->event('clientTyping');
    }

    public function join(Client $client, ?ChannelData $data): void
    {
        $name = $data?->info instanceof \stdClass ? $data->info->name ?? null : null;
        if ($data === null || ! is_string($name)) {
            throw SubscriptionRefused::malformed('channel_data needs user_info with a name');
        }
        $session = is_string($data->signed->session ?? null) ? $data->signed->session : null;
        if ($session !== null && $this->sessions->hasEnded($session)) {
            throw SubscriptionRefused::unauthorized('The session has ended: log in again');
        }
        if ($this->socketsPerUser > 0 && $this->online->socketsOf($data->userId) >= $this->socketsPerUser) {
            $error = ChatError::of('too_many_connections');
            $this->figures->failed($error->errorCode);
            throw SubscriptionRefused::limited($error->getMessage(), $error->errorCode);
        }
        if ($session !== null) {
            $this->sessions->add($client, $session);
        }
        $this->clients[spl_object_id($client)] = $client;
        $this->joined->add($client);
        $user = $this->online->join($client, $data->userId, $name);
        $client->send(Outgoing::event('pusher_internal:subscription_succeeded', ['presence' => [
            'count' => $this->online->count(),
            'ids' => [$user->id],
            'hash' => (object) [$user->id => ['name' => $user->name]],
        ]], $this->name));
        if (! $this->welcomesWait) {
            $this->welcome($client);
        }
    }

    /** Until the store has told its newest id a welcome cannot name it; then all who wait get theirs. */
    public function welcomeAll(): void
    {
        if ($this->welcomesWait) {
            $this->welcomesWait = false;
            foreach ($this->clients as $client) {
                $this->welcome($client);
            }
        }
    }

    public function leave(Client $client): void
    {
        parent::leave($client);
        $this->joined->remove($client);
        $user = $this->online->userOf($client);
        $user === null || $this->typing->stop($user->id);
        $this->online->leave($client);
        $this->sessions->remove($client);
    }

    public function clientEvent(Client $from, Incoming $event): void
    {
        $user = $this->online->userOf($from);
        if ($user !== null && $event->event === $this->clientMessage) {
            $this->messages->receive($from, $user, $event);
        } elseif ($user !== null && $event->event === $this->clientTyping) {
            // Who says so all the time has said nothing new, and pays for it.
            $this->typing->begin($user) || $from->ignore();
        } else {
            $taken = "{$this->clientMessage} and {$this->clientTyping}";
            $from->refuse(Outgoing::error(null, "The client event was rejected. This channel takes {$taken} alone"));
        }
    }

    /** HTTP workers publish what they have stored and that they have changed something. */
    public function publish(string $event, string $data, ?string $exceptSocketId): void
    {
        match ($event) {
            $this->contract->event('changed') => $this->changes->heard(),
            $this->contract->event('messages') => $this->inOrder->published(StoredMessage::published($data)),
            default => parent::publish($event, $data, $exceptSocketId),
        };
    }

    public function userOf(Client $client): ?string
    {
        return $this->online->userOf($client)?->id;
    }

    public function userIds(): array
    {
        return $this->online->ids();
    }

    public function socketsOf(string $userId): array
    {
        return array_values(array_filter($this->clients, fn (Client $client): bool => $this->userOf($client) === $userId));
    }

    private function welcome(Client $client): void
    {
        $user = $this->online->userOf($client);
        if ($user !== null) {
            $client->send(Outgoing::event('welcome', [
                'me' => $user->toArray(),
                'online' => ['count' => $this->online->count()],
                'lastId' => $this->inOrder->lastId(),
                'rev' => $this->changes->rev(),
            ], $this->name));
        }
    }
}
