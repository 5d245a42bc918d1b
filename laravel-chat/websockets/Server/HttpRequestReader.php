<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;

/** Reads requests out of the bytes of one connection; an oversized head or body is refused before it is kept. */
final class HttpRequestReader
{
    // A worker announces one message at a time, of some 12 KB at most; a lab call may have 32 KiB.
    public const BODY_BYTES = 65_536;

    private const HEAD_BYTES = 16_384;

    private string $buffer = '';

    /** The head whose body is awaited. */
    private ?HttpRequest $head = null;

    private int $length = 0;

    public function feed(string $bytes): void
    {
        $this->buffer .= $bytes;
    }

    /** Whether bytes are here of a request that is not read yet. */
    public function hasBytes(): bool
    {
        return $this->buffer !== '' || $this->head !== null;
    }

    /** Bytes behind the last request: after an upgrade they belong to the next protocol. */
    public function rest(): string
    {
        $rest = $this->buffer;
        $this->buffer = '';

        return $rest;
    }

    /**
     * @return HttpRequest|null null until a whole request is there
     *
     * @throws ChatError bad_request, body_too_large
     */
    public function next(): ?HttpRequest
    {
        $this->head ??= $this->readHead();
        if ($this->head === null || strlen($this->buffer) < $this->length) {
            return null;
        }
        $request = $this->head->withBody(substr($this->buffer, 0, $this->length));
        $this->buffer = substr($this->buffer, $this->length);
        $this->head = null;

        return $request;
    }

    private function readHead(): ?HttpRequest
    {
        $end = strpos($this->buffer, "\r\n\r\n");
        if (($end === false ? strlen($this->buffer) : $end) > self::HEAD_BYTES) {
            throw ChatError::of('bad_request');
        }
        if ($end === false) {
            return null;
        }
        $head = HttpRequest::parseHead(substr($this->buffer, 0, $end));
        $this->buffer = substr($this->buffer, $end + 4);
        $this->length = $head->contentLength(self::BODY_BYTES);

        return $head;
    }
}
