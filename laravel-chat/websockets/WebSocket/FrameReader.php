<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/**
 * Reads frames from client to server (RFC 6455, 5) out of bytes in pieces of any size, and puts fragments together.
 * Sizes are refused from the header on: no more than one message of the allowed size is ever kept.
 */
final class FrameReader
{
    private string $buffer = '';

    /** Bytes the buffer needs before the next look at it makes sense. */
    private int $needed = 2;

    /** Fragments of the message so far; null between messages. */
    private ?string $message = null;

    private int $messageOpcode = 0;

    public function __construct(private readonly int $maxBytes)
    {
    }

    public function feed(string $bytes): void
    {
        $this->buffer .= $bytes;
    }

    /** Whether there may be a frame in what has come. */
    public function hasMore(): bool
    {
        return strlen($this->buffer) >= $this->needed;
    }

    /**
     * Reads one frame: a turn counts frames, so a fragment is a result too.
     *
     * @return array{int, string}|null opcode and payload, Frame::CONTINUATION and nothing for a fragment that completes
     *   no message; null until more bytes come
     *
     * @throws ProtocolViolation
     */
    public function next(): ?array
    {
        $frame = $this->hasMore() ? $this->frame() : null;
        if ($frame === null) {
            return null;
        }
        [$final, $opcode, $payload] = $frame;
        if ($opcode >= Frame::CLOSE) {
            return [$opcode, $payload];
        }
        if ($this->message === null) {
            $this->messageOpcode = $opcode;
        }
        if (! $final) {
            $this->message .= $payload;

            return [Frame::CONTINUATION, ''];
        }
        $message = $this->message.$payload;
        $this->message = null;
        if ($this->messageOpcode === Frame::TEXT && ! mb_check_encoding($message, 'UTF-8')) {
            throw ProtocolViolation::invalidUtf8();
        }

        return [$this->messageOpcode, $message];
    }

    /** @return array{bool, int, string}|null */
    private function frame(): ?array
    {
        $first = ord($this->buffer[0]);
        $second = ord($this->buffer[1]);
        $opcode = $first & 0x0F;
        $length = $second & 0x7F;
        $this->check($first, $second, $opcode, $length);
        $mask = 2;
        if ($length >= 126) {
            $mask = $length === 126 ? 4 : 10;
            if (strlen($this->buffer) < $mask) {
                $this->needed = $mask;

                return null;
            }
            $length = $this->longLength($length);
        }
        if ($opcode < Frame::CLOSE && $length > $this->maxBytes - strlen($this->message ?? '')) {
            throw ProtocolViolation::tooBig($this->maxBytes);
        }
        $end = $mask + 4 + $length;
        if (strlen($this->buffer) < $end) {
            $this->needed = $end;

            return null;
        }
        $key = substr($this->buffer, $mask, 4);
        $payload = substr($this->buffer, $mask + 4, $length) ^ str_repeat($key, ($length + 3) >> 2);
        $this->buffer = strlen($this->buffer) === $end ? '' : substr($this->buffer, $end);
        $this->needed = 2;

        return [($first & 0x80) !== 0, $opcode, $payload];
    }

    private function check(int $first, int $second, int $opcode, int $length): void
    {
        if (($first & 0x70) !== 0) {
            throw ProtocolViolation::because('Reserved bits are set');
        }
        if (($second & 0x80) === 0) {
            throw ProtocolViolation::because('Frames from clients are masked');
        }
        if ($opcode > Frame::PONG || ($opcode > Frame::BINARY && $opcode < Frame::CLOSE)) {
            throw ProtocolViolation::because('Reserved opcode');
        }
        if ($opcode >= Frame::CLOSE && (($first & 0x80) === 0 || $length > 125)) {
            throw ProtocolViolation::because('Control frames are short and whole');
        }
        if ($opcode === Frame::CONTINUATION && $this->message === null) {
            throw ProtocolViolation::because('Nothing to continue');
        }
        if ($this->message !== null && ($opcode === Frame::TEXT || $opcode === Frame::BINARY)) {
            throw ProtocolViolation::because('The last message is not finished');
        }
    }

    private function longLength(int $form): int
    {
        /** @var array{1: int} $parts */
        $parts = unpack($form === 126 ? 'n' : 'J', $this->buffer, 2);

        // PHP reads a length with the highest bit set as a negative number.
        return $parts[1] >= 0 ? $parts[1] : PHP_INT_MAX;
    }
}
