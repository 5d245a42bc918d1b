<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use App\Chat\Counters;
use App\Chat\MessageStore;
use App\Contract;
use BeyondCode\LaravelWebSockets\WebSockets\Channels\ChannelManager;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use ChannelServer\Pusher\ErrorCode;
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
use WebSockets\Chat\Newest;

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

    private readonly GatheredMessages $messages;

    /** @var WeakMap<ConnectionInterface, array{id: string, name: string, session: string}> who has joined the chat */
    private WeakMap $joined;

    /** @var Newest<string, true> handles of sessions */
    private readonly Newest $ended;

    public function __construct(
        ChannelManager $channelManager,
        private readonly LoopInterface $loop,
        MessageStore $store,
        Counters $counters,
        LoggerInterface $log,
    ) {
        parent::__construct($channelManager);
        $this->joined = new WeakMap;
        $this->ended = new Newest(self::ENDED_REMEMBERED);
        $this->contract = Contract::load();
        $allowances = new Allowances(
            (bool) config('chat.rate_limits'),
            (float) $this->contract->limit('messagesPerSecond'),
            (float) $this->contract->limit('messagesBurst'),
        );
        $depth = (int) $this->contract->limit('jsonMaxDepth');
        $this->messages = new GatheredMessages($store, $allowances, $counters, $log, $depth, $this->tell(...));
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
        $ack = fn (array $answer) => $connection->send($this->encode($this->contract->event('ack'), $answer));
        if ($this->messages->receive($member['id'], $member['name'], $event->object(), $ack)) {
            $this->loop->futureTick($this->messages->store(...));
        }
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
