<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Server\Deadlines;
use WebSockets\Settings;
use WebSockets\WebSocket\Frame;
use WebSockets\WebSocket\Socket;
use WebSockets\WebSocket\SocketHandler;

/** One connected client: its socket id, what it subscribed to, and whether it is still there. */
final class Client implements SocketHandler
{
    // A subscription costs about 1 KB. A client that has not joined may have few.
    private const SUBSCRIPTIONS = 100;

    private const UNJOINED_SUBSCRIPTIONS = 10;

    /** @var array<string, Channel> */
    public array $channels = [];

    private int $heard;

    private bool $isPinged = false;

    /** Subscriptions that the application signed: they let this client stay. */
    private int $signed = 0;

    public function __construct(
        public readonly string $id,
        private readonly Socket $socket,
        private readonly ClientEvents $events,
        private readonly Settings $settings,
    ) {
        $this->heard = Deadlines::now();
        $socket->expireIn($settings->joinSeconds);
    }

    public function subscriptionsMax(): int
    {
        return $this->signed > 0 ? self::SUBSCRIPTIONS : self::UNJOINED_SUBSCRIPTIONS;
    }

    /** The client joined a channel that the application signed for it. */
    public function signed(): void
    {
        $this->signed++;
    }

    /** The client left such a channel. Without any it has to join again, in time. */
    public function unsigned(): void
    {
        if (--$this->signed === 0) {
            $this->socket->expireIn($this->settings->joinSeconds);
        }
    }

    /** @param  string  $frame a finished WebSocket frame */
    public function send(string $frame): void
    {
        $this->socket->send($frame);
    }

    /** Sends pusher:error and closes with the same code. */
    public function fail(int $code, string $message): void
    {
        $this->send(Outgoing::error($code, $message));
        $this->socket->close($code, $message);
    }

    public function close(int $code, string $reason): void
    {
        $this->socket->close($code, $reason);
    }

    public function message(string $payload, bool $binary): void
    {
        $this->alive();
        if ($binary) {
            $this->socket->close(Frame::UNSUPPORTED_DATA, 'The Pusher protocol is text');

            return;
        }
        $this->events->handle($this, $payload);
    }

    public function alive(): void
    {
        $this->heard = Deadlines::now();
        $this->isPinged = false;
    }

    /** A silent client is pinged, and closed if it does not answer. */
    public function idle(): void
    {
        $silence = Deadlines::now() - $this->heard;
        if ($this->signed === 0) {
            $this->fail(
                ErrorCode::NOT_JOINED,
                "Not joined within {$this->settings->joinSeconds} s: subscribe to a channel that is signed for you",
            );
        } elseif ($this->isPinged) {
            $this->fail(ErrorCode::NO_PONG, 'Pong reply not received in time');
        } elseif ($silence < $this->settings->activityTimeout) {
            $this->socket->expireIn($this->settings->activityTimeout - $silence);
        } else {
            $this->isPinged = true;
            $this->send(Outgoing::withText('pusher:ping', '{}'));
            $this->socket->expireIn($this->settings->pongTimeout);
        }
    }

    public function closed(): void
    {
        $this->events->gone($this);
    }
}
