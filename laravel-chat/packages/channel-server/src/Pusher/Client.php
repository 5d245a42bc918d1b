<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\Server\AddressShare;
use ChannelServer\Server\Deadlines;
use ChannelServer\WebSocket\CloseCode;
use ChannelServer\WebSocket\Socket;
use ChannelServer\WebSocket\SocketHandler;

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

    /** How many signatures of the application let this client stay: of subscriptions, and of its sign-in. */
    private int $proofs = 0;

    public function __construct(
        public readonly string $id,
        public readonly App $app,
        private readonly Socket $socket,
        private readonly ClientEvents $events,
        public readonly Settings $settings,
    ) {
        $this->heard = Deadlines::now();
        if (! $this->mustJoin()) {
            $socket->joined(true);
        }
        $socket->expireIn($this->patience());
    }

    /** The application has signed for it. */
    public function proved(): void
    {
        if (++$this->proofs === 1 && $this->mustJoin()) {
            $this->socket->joined(true);
        }
    }

    /** Who has not shown that it may stay gets little to keep. */
    public function maxSubscriptions(): int
    {
        $isUnjoined = $this->proofs === 0 && $this->mustJoin();

        return $isUnjoined ? $this->settings->maxUnjoinedSubscriptions : $this->settings->maxSubscriptions;
    }

    /** A signature counts no longer: without any it has to join again, in time. */
    public function unproved(): void
    {
        if (--$this->proofs === 0 && $this->mustJoin()) {
            $this->socket->joined(false);
            $this->socket->expireIn($this->patience());
        }
    }

    /** @param  string  $frame a finished WebSocket frame */
    public function send(string $frame): void
    {
        $this->socket->send($frame);
    }

    /**
     * Answers an event that is refused, which counts as more said than it is.
     *
     * @param  string  $frame a finished WebSocket frame
     */
    public function refuse(string $frame): void
    {
        $this->socket->chargeRefusal();
        $this->socket->send($frame);
    }

    /** Leaves an event without an answer that is refused all the same, which counts as more said than it is. */
    public function ignore(): void
    {
        $this->socket->chargeRefusal();
    }

    /**
     * Sends what the same few bytes could have again and again: it counts as said.
     *
     * @param  string  $frame a finished WebSocket frame
     */
    public function repeat(string $frame): void
    {
        $this->charge(strlen($frame));
        $this->send($frame);
    }

    /** Charges the client for what it makes the server send to others. */
    public function charge(int $bytes): void
    {
        $this->socket->charge($bytes);
    }

    /** The key under which limits of its address are counted. */
    public function address(): string
    {
        return AddressShare::of($this->socket->address());
    }

    /** Does something in $seconds, whether the client is still there or not. */
    public function after(float $seconds, callable $then): void
    {
        $this->socket->after($seconds, $then);
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
        if ($this->proofs === 0 && $this->mustJoin()) {
            $this->fail(
                ErrorCode::NOT_JOINED,
                "Not joined within {$this->settings->joinSeconds} s: subscribe to a channel that is signed for you",
            );
        } elseif ($this->pinged) {
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

    /** Whether it may stay only where the application has signed for it. */
    private function mustJoin(): bool
    {
        return $this->settings->joinSeconds > 0;
    }

    /** @return int s until idle() is asked first */
    private function patience(): int
    {
        return $this->mustJoin() ? $this->settings->joinSeconds : $this->settings->activityTimeout;
    }
}
