<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use App\Chat\AppendBatch;
use App\Chat\Counters;
use App\Chat\Limits\LocalAllowances;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\SendMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Contract;
use BeyondCode\LaravelWebSockets\WebSockets\Channels\ChannelManager;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use ChannelServer\Pusher\ErrorCode;
use ChannelServer\Pusher\Incoming;
use ChannelServer\WebSocket\CloseCode;
use Error;
use ErrorException;
use Ratchet\ConnectionInterface;
use Ratchet\RFC6455\Messaging\MessageInterface;
use React\EventLoop\LoopInterface;
use Throwable;
use WeakMap;
use WebSockets\Chat\BoundedMap;
use WebSockets\Wire\ClientMessage;

/**
 * Handles what clients send to laravel-websockets: it stores and acknowledges `client-message` of who has joined the
 * chat. All else goes to laravel-websockets.
 */
final class ChatHandler extends WebSocketHandler
{
    // A client may join with a signature that is older than the end of its session: the latest ends are remembered.
    private const ENDED_REMEMBERED = 10_000;

    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;

    private readonly Contract $contract;

    /** @var SendMessage<Message> */
    private readonly SendMessage $sendMessage;

    /** @var WeakMap<ConnectionInterface, array{id: string, name: string, session: string}> who has joined the chat */
    private WeakMap $joined;

    /** @var BoundedMap<string, true> handles of sessions */
    private readonly BoundedMap $ended;

    public function __construct(
        ChannelManager $channelManager,
        private readonly LoopInterface $loop,
        MessageStore $store,
        AppendBatch $appendBatch,
        private readonly Counters $counters,
    ) {
        parent::__construct($channelManager);
        $this->joined = new WeakMap;
        $this->ended = new BoundedMap(self::ENDED_REMEMBERED);
        $this->contract = Contract::load();
        $allowances = new LocalAllowances(
            config('chat.rate_limits') ? (float) $this->contract->limit('messagesPerSecond') : INF,
            (int) $this->contract->limit('messagesBurst'),
        );
        $atEndOfTurn = function () use (&$messages): void {
            $this->loop->futureTick($messages->store(...));
        };
        $messages = new GatheredMessages($store, $appendBatch, $counters, $atEndOfTurn, $this->tell(...));
        $this->sendMessage = new SendMessage($messages, $allowances);
    }

    public function onOpen(ConnectionInterface $connection): void
    {
        parent::onOpen($connection);
        $this->loop->addTimer((float) $this->contract->limit('joinSeconds'), function () use ($connection): void {
            isset($this->joined[$connection]) || $connection->close(ErrorCode::NOT_JOINED);
        });
    }

    /** @return int how many sockets of that session were closed */
    public function endSession(string $handle): int
    {
        $this->ended->set($handle, true);
        $closed = 0;
        foreach ($this->joined as $connection => $member) {
            if ($member['session'] === $handle) {
                $connection->close(ErrorCode::UNAUTHORIZED);
                $closed++;
            }
        }

        return $closed;
    }

    public function onMessage(ConnectionInterface $connection, MessageInterface $message): void
    {
        $payload = $message->getPayload();
        if (strlen($payload) > $this->contract->limit('frameMaxBytes')) {
            $connection->close(CloseCode::TOO_BIG);

            return;
        }
        $event = Incoming::parse($payload, (int) $this->contract->limit('jsonMaxMembers'));
        if ($event === null) {
            return; // laravel-websockets would end its process over what is no event
        }
        if ($event->channel === $this->contract->channel() && str_starts_with($event->event, 'client-')) {
            // No client speaks for the server: nothing on the chat's channel is relayed.
            $event->event === $this->contract->event('clientMessage') && $this->receive($connection, $event);

            return;
        }
        try {
            parent::onMessage($connection, $message);
        } catch (Error|ErrorException) {
            $connection->close(); // laravel-websockets would end its process over an event of another form

            return;
        }
        if ($event->event === 'pusher:subscribe') {
            $this->rememberMember($connection, $event);
        }
    }

    private function receive(ConnectionInterface $connection, Incoming $event): void
    {
        $member = $this->joined[$connection] ?? null;
        if ($member === null) {
            return;
        }
        $data = $event->object();
        $depth = (int) $this->contract->limit('jsonMaxDepth');
        $answer = fn (Sent|Throwable $answer) => $this->acknowledge($connection, $data->clientId ?? null, $answer);
        try {
            $new = ClientMessage::read($data, $depth, $member['id'], $member['name']);
        } catch (ChatError $error) {
            $answer($error);

            return;
        }
        $this->sendMessage->handle($new, $answer);
    }

    /** @param  Sent<Message>|Throwable  $answer */
    private function acknowledge(ConnectionInterface $to, mixed $clientId, Sent|Throwable $answer): void
    {
        if ($answer instanceof Sent) {
            $ack = ['clientId' => $clientId, 'ok' => true, 'message' => $answer->message->toArray()];
        } else {
            $error = $answer instanceof ChatError ? $answer : ChatError::internal();
            $this->counters->failed($error->errorCode);
            $ack = ['clientId' => ClientMessage::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()];
        }
        $to->send($this->encode($this->contract->event('ack'), $ack));
    }

    /** laravel-websockets has checked the signature of the member's data, where the member is in the channel. */
    private function rememberMember(ConnectionInterface $connection, Incoming $event): void
    {
        $data = $event->object();
        $channel = $this->channelManager->find($connection->app->id, $this->contract->channel());
        $isIn = isset($channel?->getSubscribedConnections()[$connection->socketId]);
        if (($data->channel ?? null) !== $this->contract->channel() || ! $isIn) {
            return;
        }
        $member = json_decode((string) $data->channel_data);
        $session = (string) ($member->session ?? '');
        $this->joined[$connection] = [
            'id' => (string) $member->user_id,
            'name' => (string) $member->user_info->name,
            'session' => $session,
        ];
        $this->ended->has($session) && $connection->close(ErrorCode::UNAUTHORIZED);
    }

    /** @param  list<array<string, mixed>>  $messages */
    private function tell(array $messages): void
    {
        $event = $this->encode($this->contract->event('messages'), ['messages' => $messages]); // once for all receivers
        $channel = $this->channelManager->find((string) config('websockets.apps.0.id'), $this->contract->channel());
        foreach ($channel?->getSubscribedConnections() ?? [] as $connection) {
            $connection->send($event);
        }
    }

    /** @param  array<string, mixed>  $data */
    private function encode(string $event, array $data): string
    {
        return json_encode([
            'event' => $event,
            'channel' => $this->contract->channel(),
            'data' => json_encode($data, self::FLAGS),
        ], self::FLAGS);
    }
}
