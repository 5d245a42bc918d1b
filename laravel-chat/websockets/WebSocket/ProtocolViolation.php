<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

use RuntimeException;

/** The peer broke RFC 6455: the connection fails with this close code. */
final class ProtocolViolation extends RuntimeException
{
    private function __construct(public readonly int $closeCode, string $message)
    {
        parent::__construct($message);
    }

    public static function because(string $what): self
    {
        return new self(Frame::PROTOCOL_ERROR, $what);
    }

    public static function invalidUtf8(): self
    {
        return new self(Frame::INVALID_PAYLOAD, 'Text must be UTF-8');
    }

    public static function tooBig(int $limit): self
    {
        return new self(Frame::TOO_BIG, "A message has at most $limit bytes");
    }
}
