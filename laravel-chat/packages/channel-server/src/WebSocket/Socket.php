<?php

declare(strict_types=1);

namespace ChannelServer\WebSocket;

use ChannelServer\Server\Connection;
use ChannelServer\Server\Protocol;

/** One WebSocket on a connection that finished its handshake. */
final class Socket implements Protocol
{
    // How long the peer may take to answer our close frame.
    private const CLOSE_SECONDS = 3;

    // In a turn of the loop: thousands of peers may have as many ready.
    private const FRAMES_PER_TURN = 4;

    public SocketHandler $handler;

    private readonly FrameReader $reader;

    private bool $closing = false;

    private readonly ?ByteAllowance $allowance;

    /** Payload of a ping that has not been answered. */
    private ?string $ping = null;

    /** @param  ByteRates|null  $rates  of what the peer may send; null for as much as it likes */
    public function __construct(
        private readonly Connection $connection,
        int $maxMessageBytes,
        private readonly ?ByteRates $rates = null,
    ) {
        $this->reader = new FrameReader($maxMessageBytes);
        $this->allowance = $rates === null ? null : new ByteAllowance($rates, self::now());
    }

    /** Sends a frame made before: what many sockets get is encoded once. */
    public function send(string $frame): void
    {
        if (! $this->closing) {
            $this->connection->write($frame);
        }
    }

    /** Starts the closing handshake; nothing is sent or heard after it. */
    public function close(int $code, string $reason = ''): void
    {
        if ($this->closing) {
            return;
        }
        $this->send(Frame::close($code, $reason));
        $this->closing = true;
        $this->connection->expireIn(self::CLOSE_SECONDS);
    }

    /** The peer has shown that it may stay, or no longer. */
    public function joined(bool $joined): void
    {
        $this->connection->joined($joined);
        $this->allowance?->joined($joined, self::now());
    }

    public function address(): string
    {
        return $this->connection->address;
    }

    public function after(float $seconds, callable $then): void
    {
        $this->connection->after($seconds, $then);
    }

    /** What the peer has caused beside its frames counts as said. */
    public function charge(float $bytes): void
    {
        $this->allowance?->charge($this->rates?->costOf($bytes) ?? $bytes);
    }

    /** An event of the peer is refused. */
    public function chargeRefusal(): void
    {
        $this->allowance?->charge($this->rates->refused ?? 0.0);
    }

    /** Lets the handler's idle() be called in $seconds. */
    public function expireIn(int $seconds): void
    {
        if (! $this->closing) {
            $this->connection->expireIn($seconds);
        }
    }

    public function received(Connection $connection, string $bytes): void
    {
        $this->reader->feed($bytes);
        $this->allowance?->charge(strlen($bytes));
        try {
            $left = self::FRAMES_PER_TURN;
            while (! $connection->closed && $this->mayBeHeard() && $this->reader->hasMore()) {
                if ($left-- === 0) {
                    $connection->goOnNextTurn();

                    return;
                }
                if (($frame = $this->reader->next()) === null) {
                    break;
                }
                $this->allowance?->charge($this->rates->frame ?? 0.0);
                $this->take($frame[0], $frame[1]);
            }
            $this->answerPing();
        } catch (ProtocolViolation $violation) {
            if ($this->closing) {
                $connection->close();

                return;
            }
            $this->send(Frame::close($violation->closeCode, $violation->getMessage()));
            $this->closing = true;
            $connection->linger();
        }
    }

    public function expired(Connection $connection): void
    {
        if ($this->closing) {
            $connection->close();
        } else {
            $this->handler->idle();
        }
    }

    public function closed(Connection $connection): void
    {
        $this->closing = true;
        $this->handler->closed();
    }

    /** Who says too much is not heard for a while; what has been read by then waits too. */
    private function mayBeHeard(): bool
    {
        if ($this->allowance === null || $this->allowance->hasLeft()) {
            return true;
        }
        $wait = $this->allowance->wait(self::now());
        if ($wait > 0) {
            $this->connection->rest($wait);
        }

        return $wait <= 0;
    }

    private static function now(): float
    {
        return hrtime(true) * 1e-9;
    }

    /**
     * Of the pings in one piece the last one: a peer may not have thousands of answers made for its thousands of pings
     * (RFC 6455, 5.5.3).
     */
    private function answerPing(): void
    {
        if ($this->ping !== null) {
            $this->send(Frame::pong($this->ping));
            $this->ping = null;
        }
    }

    private function take(int $opcode, string $payload): void
    {
        if ($opcode === Frame::CLOSE) {
            $this->peerCloses($payload);
        } elseif ($this->closing || $opcode === Frame::CONTINUATION) {
            return;
        } elseif ($opcode === Frame::PING) {
            $this->ping = $payload;
            $this->handler->alive();
        } elseif ($opcode === Frame::PONG) {
            $this->handler->alive();
        } else {
            $this->handler->message($payload, $opcode === Frame::BINARY);
        }
    }

    /** RFC 6455, 5.5.1 and 7.1.1: the close is answered with its own code, and the server closes the connection. */
    private function peerCloses(string $payload): void
    {
        if (! $this->closing) {
            $this->answerPing();
            $this->send(Frame::close($this->answerTo($payload)));
            $this->closing = true;
        }
        $this->connection->linger();
    }

    private function answerTo(string $payload): ?int
    {
        if ($payload === '') {
            return null;
        }
        $code = strlen($payload) >= 2 ? (ord($payload[0]) << 8) | ord($payload[1]) : 0;
        if (! CloseCode::mayBeSent($code)) {
            throw ProtocolViolation::because('This close code may not be sent');
        }
        if (! mb_check_encoding(substr($payload, 2), 'UTF-8')) {
            throw ProtocolViolation::invalidUtf8();
        }

        return $code;
    }
}
