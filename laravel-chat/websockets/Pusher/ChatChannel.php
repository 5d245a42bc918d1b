<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\ChatError;
use App\Contract;
use App\JsonText;
use stdClass;
use WebSockets\Chat\Chat;
use WebSockets\Chat\OnlineUser;
use WebSockets\Chat\Receiver;
use WebSockets\Chat\StoredMessage;

/**
 * The presence channel the chat happens on. It differs from Pusher's in what would be quadratic or unsafe: who joins
 * beyond 100 members gets the count and themselves, all get gathered `presence` events, and `client-message` is stored
 * and answered, not relayed.
 */
final class ChatChannel implements Receiver
{
    public readonly string $name;

    /** @var array<int, Client> who has joined, by object id */
    private array $clients = [];

    private const USER_ID_BYTES = 128;

    // As many as a presence channel of Pusher's has: beyond that, each newcomer would be told to and of everybody.
    private const MEMBERS = 100;

    private Chat $chat;

    private ClientMessages $messages;

    private bool $welcomesWait = true;

    /** @param  int  $socketsPerUser that may have joined at a time; 0 for any number */
    public function __construct(
        private readonly Contract $contract,
        public readonly Sessions $sessions,
        private readonly int $socketsPerUser,
    ) {
        $this->name = $contract->channel();
    }

    /** The chat tells this channel's subscribers, and so is made after it. */
    public function serve(Chat $chat, ClientMessages $messages): void
    {
        $this->chat = $chat;
        $this->messages = $messages;
    }

    public function tell(string $event, string|array $data): int
    {
        $data = is_string($data) ? $data : JsonText::of($data);
        $this->send(Outgoing::withText($this->contract->event($event), $data, $this->name));

        return count($this->clients);
    }

    public function tellMember(OnlineUser $user, bool $isHere, int $count): void
    {
        if ($count <= self::MEMBERS) {
            $info = $isHere ? ['user_info' => ['name' => $user->name]] : [];
            $event = $isHere ? 'pusher_internal:member_added' : 'pusher_internal:member_removed';
            $this->send(Outgoing::event($event, ['user_id' => $user->id] + $info, $this->name));
        }
    }

    /**
     * @param  string  $channelData  JSON that the application signed
     *
     * @throws SubscriptionRefused
     */
    public function join(Client $client, string $channelData): void
    {
        [$id, $name, $session] = self::member($channelData);
        if ($session !== null && $this->sessions->hasEnded($session)) {
            throw SubscriptionRefused::unauthorized('The session has ended: log in again');
        }
        if ($this->socketsPerUser > 0 && $this->chat->online->socketsOf($id) >= $this->socketsPerUser) {
            $error = ChatError::of('too_many_connections');
            $this->chat->figures->failed($error->errorCode);
            throw SubscriptionRefused::limited($error->getMessage(), $error->errorCode);
        }
        if ($session !== null) {
            $this->sessions->add($client, $session);
        }
        $user = $this->chat->online->join($client, $id, $name);
        $this->clients[spl_object_id($client)] = $client;
        $count = $this->chat->online->count();
        $members = [];
        foreach ($count <= self::MEMBERS ? $this->chat->online->users(self::MEMBERS) : [$user] as $member) {
            $members[$member->id] = ['name' => $member->name];
        }
        $client->send(Outgoing::event('pusher_internal:subscription_succeeded', ['presence' => [
            'count' => $count, 'ids' => array_map('strval', array_keys($members)), 'hash' => (object) $members,
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
        unset($this->clients[spl_object_id($client)]);
        $user = $this->chat->online->userOf($client);
        $user === null || $this->chat->stopTyping($user);
        $this->chat->online->leave($client);
        $this->sessions->remove($client);
    }

    public function clientEvent(Client $from, Incoming $event): void
    {
        $user = $this->chat->online->userOf($from);
        $messages = $this->contract->event('clientMessage');
        $typing = $this->contract->event('clientTyping');
        if ($user !== null && $event->event === $messages) {
            $this->messages->receive($from, $user, $event);
        } elseif ($user !== null && $event->event === $typing) {
            $this->chat->beginTyping($user);
        } else {
            $from->send(Outgoing::error(
                null, "The client event was rejected. This channel takes $messages and $typing alone",
            ));
        }
    }

    /** HTTP workers publish what they have stored and that they have changed something. */
    public function publish(string $event, string $data): void
    {
        match ($event) {
            $this->contract->event('changed') => $this->chat->changed(),
            $this->contract->event('messages') => $this->chat->published(StoredMessage::published($data)),
            default => null,
        };
    }

    /** @param  string  $frame  a finished WebSocket frame */
    private function send(string $frame): void
    {
        foreach ($this->clients as $client) {
            $client->send($frame);
        }
    }

    private function welcome(Client $client): void
    {
        $user = $this->chat->online->userOf($client);
        if ($user !== null) {
            $client->send(Outgoing::event('welcome', [
                'me' => $user->toArray(),
                'online' => ['count' => $this->chat->online->count()],
                'lastId' => $this->chat->reorderBuffer->lastId(),
                'rev' => $this->chat->changes->rev(),
            ], $this->name));
        }
    }

    /**
     * @return array{string, string, ?string} user id, name, handle of the session
     *
     * @throws SubscriptionRefused
     */
    private static function member(string $channelData): array
    {
        $data = json_decode($channelData, false, 32);
        $id = $data instanceof stdClass ? $data->user_id ?? null : null;
        $id = is_int($id) ? (string) $id : $id;
        $name = $data->user_info->name ?? null;
        if (! is_string($id) || $id === '' || strlen($id) > self::USER_ID_BYTES || ! is_string($name)) {
            throw SubscriptionRefused::malformed('channel_data needs a user_id, and user_info with a name');
        }
        $session = $data->user_info->session ?? null;

        return [$id, $name, is_string($session) ? $session : null];
    }
}
