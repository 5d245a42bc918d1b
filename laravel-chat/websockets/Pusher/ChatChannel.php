<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Chat\Sent;
use App\ChatError;
use App\Contract;
use stdClass;
use WebSockets\Chat\Chat;
use WebSockets\Chat\EncodedMessage;
use WebSockets\Chat\OnlineUser;

/**
 * The presence channel of the chat: clients join, leave, send messages and type. Unlike Pusher's, it lists no members
 * beyond 100 and gathers `presence` events, so that joins are not quadratic, and it stores and answers a
 * `client-message` instead of relaying it.
 */
final class ChatChannel
{
    public readonly string $name;

    private bool $welcomesWait = true;

    public function __construct(private readonly Chat $chat, private readonly FanOut $fanOut)
    {
        $this->name = Contract::get('channel');
        $chat->presence->watch($this->sendMemberChange(...));
    }

    /**
     * @param  string  $channelData  JSON that the application signed
     *
     * @throws SubscriptionRefused
     */
    public function join(Client $client, string $channelData): void
    {
        [$id, $name, $session] = self::member($channelData);
        if ($session !== null && $this->chat->endedSessions->has($session)) {
            throw SubscriptionRefused::unauthorized('The session has ended: log in again');
        }
        try {
            $client->user = $user = $this->chat->presence->join($id, $name);
        } catch (ChatError $error) {
            $this->chat->metrics->onError($error->errorCode);
            throw SubscriptionRefused::limited($error);
        }
        $client->session = $session;
        $this->fanOut->join($client);
        ['count' => $count, 'users' => $users] = $this->chat->presence->list();
        $members = [];
        foreach (count($users) === $count ? $users : [$user->toArray()] as ['id' => $memberId, 'name' => $memberName]) {
            $members[$memberId] = ['name' => $memberName];
        }
        $client->send(ServerEvent::frame('pusher_internal:subscription_succeeded', ['presence' => [
            'count' => $count, 'ids' => array_map('strval', array_keys($members)), 'hash' => (object) $members,
        ]], $this->name));
        if (! $this->welcomesWait) {
            $this->welcome($client, $user);
        }
    }

    /** The store has named its newest id, which a welcome contains: all who wait get theirs. */
    public function welcomeAll(): void
    {
        if (! $this->welcomesWait) {
            return;
        }
        $this->welcomesWait = false;
        foreach ($this->fanOut->clients() as $client) {
            if ($client->user !== null) {
                $this->welcome($client, $client->user);
            }
        }
    }

    public function leave(Client $client): void
    {
        $user = $client->user;
        if ($user !== null) {
            $client->user = $client->session = null;
            $this->fanOut->leave($client);
            if ($this->chat->presence->leave($user)) {
                $this->chat->typing->stop($user->id);
            }
        }
    }

    public function clientEvent(Client $from, OnlineUser $user, ClientEvent $event): void
    {
        [$message, $typing] = [Contract::event('clientMessage'), Contract::event('clientTyping')];
        match ($event->event) {
            $message => $this->sendMessage($from, $user, $event->object()),
            $typing => $this->chat->typing->begin($user),
            default => $from->send(ServerEvent::error(
                null, "The client event was rejected. This channel takes only {$message} and {$typing}",
            )),
        };
    }

    private function sendMessage(Client $from, OnlineUser $user, ?stdClass $input): void
    {
        $done = fn (Sent|ChatError $answer) => $this->acknowledge($from, $input, $answer);
        ($this->chat->sendMessage)($user, $input, $done);
    }

    /** @param  Sent<EncodedMessage>|ChatError  $answer */
    private function acknowledge(Client $to, ?stdClass $input, Sent|ChatError $answer): void
    {
        $ack = Contract::event('ack');
        if ($answer instanceof Sent) {
            $json = '{"clientId":"'.$answer->message->clientId.'","ok":true,"message":'.$answer->message->json.'}';
            $to->send(ServerEvent::frameOfJson($ack, $json, $this->name));

            return;
        }
        $this->chat->metrics->onError($answer->errorCode);
        $clientId = $input->clientId ?? null;
        $isShort = is_string($clientId) && mb_strlen($clientId) <= Contract::limit('clientIdMax');
        $refusal = ['clientId' => $isShort ? $clientId : null, 'ok' => false, 'error' => $answer->toArray()];
        $to->send(ServerEvent::frame($ack, $refusal, $this->name));
    }

    private function welcome(Client $client, OnlineUser $user): void
    {
        [$lastId, $rev] = $this->chat->position();
        $client->send(ServerEvent::frame(Contract::event('welcome'), [
            'me' => $user->toArray(),
            'online' => ['count' => $this->chat->presence->count()],
            'lastId' => $lastId,
            'rev' => $rev,
        ], $this->name));
    }

    /** Clients that know no `presence` event get each change at once. */
    private function sendMemberChange(OnlineUser $user, bool $isHere): void
    {
        // As many as a presence channel of Pusher's has: beyond that, each newcomer would cost an event to everybody.
        if ($this->chat->presence->count() <= Contract::limit('onlineListed')) {
            $event = $isHere ? 'pusher_internal:member_added' : 'pusher_internal:member_removed';
            $info = $isHere ? ['user_info' => ['name' => $user->name]] : [];
            $this->fanOut->send(ServerEvent::frame($event, ['user_id' => $user->id] + $info, $this->name));
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
        if (! is_string($id) || $id === '' || ! is_string($name)) {
            throw SubscriptionRefused::malformed('channel_data needs a user_id, and user_info with a name');
        }
        $session = $data->user_info->session ?? null;

        return [$id, $name, is_string($session) ? $session : null];
    }
}
