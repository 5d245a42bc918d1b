<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

use WebSockets\Server\Connection;
use WebSockets\Server\Protocol;

/** One WebSocket on a connection that finished its handshake. */
final class Socket implements Protocol
{
    // How long the peer may take to answer our close frame.
    private const CLOSE_SECONDS = 3;

    public SocketHandler $handler;

    private readonly FrameReader $reader;

    private bool $closing = false;

    private ?ByteAllowance $allowance = null;

    /** Payload of a ping that has not been answered. */
    private ?string $ping = null;

    /**
     * @param  float  $bytesPerSecond  that the peer may send; 0 for as many as it likes
     * @param  float  $bytesBurst  that it may send at once
     * @param  float  $frameBytes  that each frame is charged beside its own
     */
    public function __construct(private readonly Connection $connection, int $maxMessageBytes, private readonly float $bytesPerSecond = 0.0, private readonly float $bytesBurst = 0.0, private readonly float $frameBytes = 0.0)
    {
        $this->reader = new FrameReader($maxMessageBytes);
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
        $frames = 0;
        $this->ping = null;
        try {
            while (! $connection->closed && ($frame = $this->reader->next()) !== null) {
                $frames++;
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
        if ($this->bytesPerSecond > 0) {
            $this->charge(strlen($bytes), $frames);
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

    /** Who says too much is not read from for a while. */
    private function charge(int $bytes, int $frames): void
    {
        $now = hrtime(true) * 1e-9;
        $this->allowance ??= new ByteAllowance($this->bytesPerSecond, $this->bytesBurst, $this->frameBytes, $now);
        $wait = $this->allowance->charge($bytes, $frames, $now);
        if ($wait > 0) {
            $this->connection->rest($wait);
        }
    }

    /** Of the pings in one piece the last one: a peer may not have thousands of answers made for its thousands of pings (RFC 6455, 5.5.3). */
    private function answerPing(): void
    {
        if ($this->ping !== null) {
            $this->send(Frame::pong($this->ping));
        }
    }

    private function take(int $opcode, string $payload): void
    {
        if ($opcode === Frame::CLOSE) {
            $this->peerCloses($payload);
        } elseif ($this->closing) {
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
            $this->ping = null;
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
