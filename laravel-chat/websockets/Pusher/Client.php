<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Server\Deadlines;
use WebSockets\WebSocket\CloseCode;
use WebSockets\WebSocket\Socket;
use WebSockets\WebSocket\SocketHandler;

/** One connected client: its socket id, what it subscribed to, and whether it is still there. */
final class Client implements SocketHandler
{
    /** @var array<string, Channel> */
    public array $channels = [];

    /** The user of pusher:signin. */
    public ?string $signedInAs = null;

    public ?TokenBucket $clientEvents = null;

    private int $heard;

    private bool $pinged = false;

    public function __construct(
        public readonly string $id,
        public readonly App $app,
        private readonly Socket $socket,
        private readonly ClientEvents $events,
        public readonly Settings $settings,
    ) {
        $this->heard = Deadlines::now();
        $socket->expireIn($settings->activityTimeout);
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
            $this->socket->close(CloseCode::UNSUPPORTED_DATA, 'The Pusher protocol is text');

            return;
        }
        $this->events->handle($this, $payload);
    }

    public function alive(): void
    {
        $this->heard = Deadlines::now();
        $this->pinged = false;
    }

    /** Silence is answered with a ping, silence after the ping with the end. */
    public function idle(): void
    {
        $silence = Deadlines::now() - $this->heard;
        if ($this->pinged) {
            $this->fail(ErrorCode::NO_PONG, 'Pong reply not received in time');
        } elseif ($silence < $this->settings->activityTimeout) {
            $this->socket->expireIn($this->settings->activityTimeout - $silence);
        } else {
            $this->pinged = true;
            $this->send(Outgoing::withText('pusher:ping', '{}'));
            $this->socket->expireIn($this->settings->pongTimeout);
        }
    }

    public function closed(): void
    {
        $this->events->gone($this);
    }
}
