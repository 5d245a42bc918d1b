<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\Clock;
use App\Contract;
use Closure;
use WebSockets\Chat\OnlineUser;
use WebSockets\WebSocket\Frame;
use WebSockets\WebSocket\Socket;
use WebSockets\WebSocket\SocketHandler;

/**
 * One connected client: its socket id, who it is once it has joined, and whether it is still there. Events of no
 * meaning here are ignored.
 */
final class Client implements SocketHandler
{
    // A client has as long to answer a ping as pusher-js gives the server.
    private const PONG_SECONDS = 30;

    /** Set by the channel; null: it has not joined. */
    public ?OnlineUser $user = null;

    /** Handle of the session that it joined with. */
    public ?string $session = null;

    private int $heard;

    private bool $isPinged = false;

    /** @param  Closure(self): void  $onClose */
    public function __construct(
        public readonly string $id,
        private readonly Socket $socket,
        private readonly ChatChannel $channel,
        private readonly PusherApp $app,
        private readonly Closure $onClose,
    ) {
        $this->heard = (int) Clock::now();
        $socket->expireIn(Contract::limit('joinSeconds'));
    }

    /** @param  string  $frame a finished WebSocket frame */
    public function send(string $frame): void
    {
        $this->socket->send($frame);
    }

    /** Sends pusher:error and closes with the same code. */
    public function closeWithError(int $code, string $message): void
    {
        $this->send(ServerEvent::error($code, $message));
        $this->socket->close($code, $message);
    }

    public function close(int $code, string $reason): void
    {
        $this->socket->close($code, $reason);
    }

    public function onMessage(string $payload, bool $binary): void
    {
        $this->onHeartbeat();
        $event = $binary ? null : ClientEvent::parse($payload);
        if ($binary) {
            $this->socket->close(Frame::UNSUPPORTED_DATA, 'The Pusher protocol is text');
        } elseif ($event === null) {
            $this->send(ServerEvent::error(null, 'Not an event: send a JSON object with event, channel and data'));
        } else {
            match ($event->event) {
                'pusher:ping' => $this->send(ServerEvent::frameOfJson('pusher:pong', '{}')),
                'pusher:subscribe' => $this->subscribe($event),
                'pusher:unsubscribe' => $this->unsubscribe($event),
                default => str_starts_with($event->event, 'client-') ? $this->clientEvent($event) : null,
            };
        }
    }

    public function onHeartbeat(): void
    {
        $this->heard = (int) Clock::now();
        $this->isPinged = false;
    }

    /** A silent client is pinged, and closed if it does not answer. */
    public function onDeadline(): void
    {
        $silence = (int) Clock::now() - $this->heard;
        if ($this->user === null) {
            $why = 'Not joined within '.Contract::limit('joinSeconds')." s: subscribe to {$this->channel->name}";
            $this->closeWithError(ErrorCode::NOT_JOINED, $why);
        } elseif ($this->isPinged) {
            $this->closeWithError(ErrorCode::NO_PONG, 'Pong reply not received in time');
        } elseif ($silence < $this->app->activityTimeout) {
            $this->socket->expireIn($this->app->activityTimeout - $silence);
        } else {
            $this->isPinged = true;
            $this->send(ServerEvent::frameOfJson('pusher:ping', '{}'));
            $this->socket->expireIn(self::PONG_SECONDS);
        }
    }

    public function onClose(): void
    {
        $this->channel->leave($this);
        ($this->onClose)($this);
    }

    private function subscribe(ClientEvent $event): void
    {
        $data = $event->object();
        $name = $data->channel ?? null;
        $channelData = $data->channel_data ?? null;
        try {
            if ($name !== $this->channel->name) {
                throw SubscriptionRefused::malformed("The channel here is {$this->channel->name}");
            }
            if ($this->user !== null) {
                $this->send(ServerEvent::error(null, "Existing subscription to channel $name"));

                return;
            }
            $signed = is_string($channelData) ? "{$this->id}:{$name}:{$channelData}" : '';
            if (! is_string($channelData) || ! $this->app->isSignature($data->auth ?? null, $signed)) {
                throw SubscriptionRefused::unauthorized('The auth signature does not match this socket and channel');
            }
            $this->channel->join($this, $channelData);
        } catch (SubscriptionRefused $refused) {
            $this->send(ServerEvent::subscriptionError(is_string($name) ? $name : '', $refused));
        }
    }

    /** A client that has left must join again, in time. */
    private function unsubscribe(ClientEvent $event): void
    {
        if ($this->user !== null && ($event->object()->channel ?? null) === $this->channel->name) {
            $this->channel->leave($this);
            $this->socket->expireIn(Contract::limit('joinSeconds'));
        }
    }

    private function clientEvent(ClientEvent $event): void
    {
        if ($this->user !== null && $event->channel === $this->channel->name) {
            $this->channel->clientEvent($this, $this->user, $event);
        } else {
            $this->send(
                ServerEvent::error(
                    null, "The client event was rejected. Client events are for subscribers of {$this->channel->name}",
                ),
            );
        }
    }
}
