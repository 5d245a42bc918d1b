<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

use WebSockets\Server\CloseListener;
use WebSockets\Server\Connection;
use WebSockets\Server\Protocol;

/** One WebSocket on a connection that finished its handshake. */
final class Socket implements CloseListener, Protocol
{
    // The peer has this long to answer our close frame.
    private const CLOSE_SECONDS = 3;

    // A turn of the loop handles no more frames of a peer: thousands of peers may have as many ready.
    private const FRAMES_PER_TURN = 4;

    /** Null if the peer was refused: what it says is ignored. */
    public ?SocketHandler $handler = null;

    private readonly FrameReader $reader;

    private bool $isClosing = false;

    public function __construct(private readonly Connection $connection, int $messageMaxBytes)
    {
        $this->reader = new FrameReader($messageMaxBytes);
    }

    /** Sends a frame made before: what many sockets get is encoded once. */
    public function send(string $frame): void
    {
        if (! $this->isClosing) {
            $this->connection->write($frame);
        }
    }

    /** Starts the closing handshake; nothing is sent or heard after it. */
    public function close(int $code, string $reason = ''): void
    {
        if (! $this->isClosing) {
            $this->send(Frame::close($code, $reason));
            $this->isClosing = true;
            $this->connection->expireIn(self::CLOSE_SECONDS);
        }
    }

    /** Calls the handler's onDeadline() in $seconds. */
    public function expireIn(int $seconds): void
    {
        if (! $this->isClosing) {
            $this->connection->expireIn($seconds);
        }
    }

    public function onData(Connection $connection, string $bytes): void
    {
        $this->reader->feed($bytes);
        $this->handleBuffered($connection);
    }

    public function handleBuffered(Connection $connection): void
    {
        try {
            for ($left = self::FRAMES_PER_TURN; $connection->isOpen() && $this->reader->hasMore(); $left--) {
                if ($left === 0) {
                    $connection->continueNextTurn();

                    return;
                }
                if (($frame = $this->reader->next()) === null) {
                    return;
                }
                $this->take($frame[0], $frame[1]);
            }
        } catch (ProtocolViolation $violation) {
            if ($this->isClosing) {
                $connection->close();

                return;
            }
            $this->send(Frame::close($violation->closeCode, $violation->getMessage()));
            $this->isClosing = true;
            $connection->linger();
        }
    }

    public function onDeadline(Connection $connection): void
    {
        if ($this->isClosing) {
            $connection->close();
        } else {
            $this->handler?->onDeadline();
        }
    }

    public function onClose(): void
    {
        $this->isClosing = true;
        $this->handler?->onClose();
    }

    private function take(int $opcode, string $payload): void
    {
        if ($opcode === Frame::CLOSE) {
            $this->peerCloses($payload);
        } elseif ($this->isClosing || $opcode === Frame::CONTINUATION) {
            return;
        } elseif ($opcode === Frame::PING) {
            $this->send(Frame::pong($payload));
            $this->handler?->onHeartbeat();
        } elseif ($opcode === Frame::PONG) {
            $this->handler?->onHeartbeat();
        } else {
            $this->handler?->onMessage($payload, $opcode === Frame::BINARY);
        }
    }

    /** RFC 6455, 5.5.1 and 7.1.1: the close is answered with its own code, and the server closes the connection. */
    private function peerCloses(string $payload): void
    {
        if (! $this->isClosing) {
            $this->send(Frame::close(strlen($payload) < 2 ? null : (ord($payload[0]) << 8) | ord($payload[1])));
            $this->isClosing = true;
        }
        $this->connection->linger();
    }
}
