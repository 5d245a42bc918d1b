<?php

declare(strict_types=1);

namespace WebSockets\LaravelWebSockets;

use App\Chat\MessageStore;
use App\Contract;
use BeyondCode\LaravelWebSockets\WebSockets\Channels\ChannelManager;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use ChannelServer\Pusher\Incoming;
use ChannelServer\WebSocket\CloseCode;
use Error;
use ErrorException;
use Psr\Log\LoggerInterface;
use Ratchet\ConnectionInterface;
use Ratchet\RFC6455\Messaging\MessageInterface;
use React\EventLoop\LoopInterface;
use WeakMap;
use WebSockets\Chat\Allowances;

/** Everything that a client sends to laravel-websockets: `client-message` of who has joined the chat is stored and acknowledged, the rest goes its usual way. */
final class ChatHandler extends WebSocketHandler
{
    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;

    private readonly Contract $contract;

    private readonly GatheredMessages $messages;

    /** @var WeakMap<ConnectionInterface, array{string, string}> id and name of the user who has joined the chat */
    private WeakMap $joined;

    public function __construct(ChannelManager $channelManager, private readonly LoopInterface $loop, MessageStore $store, LoggerInterface $log)
    {
        parent::__construct($channelManager);
        $this->joined = new WeakMap;
        $this->contract = Contract::load();
        $this->messages = new GatheredMessages(
            $store,
            new Allowances((bool) config('chat.rate_limits'), (float) $this->contract->limit('messagesPerSecond'), (float) $this->contract->limit('messagesBurst')),
            $log, (int) $this->contract->limit('jsonMaxDepth'), $this->tell(...),
        );
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
            return; // no event: the way it would go ends the process
        }
        if ($event->channel === $this->contract->channel() && $event->event === $this->contract->event('clientMessage')) {
            $this->receive($connection, $event);

            return;
        }
        try {
            parent::onMessage($connection, $message);
        } catch (Error|ErrorException) {
            $connection->close(); // what is not of the form that laravel-websockets expects would end its process

            return;
        }
        if ($event->event === 'pusher:subscribe') {
            $this->rememberMember($connection, $event);
        }
    }

    private function receive(ConnectionInterface $connection, Incoming $event): void
    {
        if (! isset($this->joined[$connection])) {
            return;
        }
        $ack = fn (array $answer) => $connection->send($this->encode($this->contract->event('ack'), $answer));
        if ($this->messages->receive(...$this->joined[$connection], data: $event->object(), acknowledge: $ack)) {
            $this->loop->futureTick($this->messages->store(...));
        }
    }

    /** Whoever is in the channel now had the signature of the page's own server under the data that it brought. */
    private function rememberMember(ConnectionInterface $connection, Incoming $event): void
    {
        $data = $event->object();
        $channel = $this->channelManager->find($connection->app->id, $this->contract->channel());
        if (($data->channel ?? null) !== $this->contract->channel() || ! isset($channel?->getSubscribedConnections()[$connection->socketId])) {
            return;
        }
        $member = json_decode((string) $data->channel_data);
        $this->joined[$connection] = [(string) $member->user_id, (string) $member->user_info->name];
    }

    /** @param  list<array<string, mixed>>  $messages */
    private function tell(array $messages): void
    {
        $event = $this->encode($this->contract->event('messages'), ['messages' => $messages]); // once, however many receive it
        foreach ($this->channelManager->getChannels((string) config('websockets.apps.0.id'))[$this->contract->channel()]?->getSubscribedConnections() ?? [] as $connection) {
            $connection->send($event);
        }
    }

    /** @param  array<string, mixed>  $data */
    private function encode(string $event, array $data): string
    {
        return json_encode(['event' => $event, 'channel' => $this->contract->channel(), 'data' => json_encode($data, self::FLAGS)], self::FLAGS);
    }
}
