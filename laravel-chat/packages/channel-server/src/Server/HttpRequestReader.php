<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/**
 * Reads requests out of the bytes of one connection, strictly (RFC 9112) and with every limit enforced while the bytes
 * arrive: an oversized head or body is refused before it is kept.
 */
final class HttpRequestReader
{
    private const TARGET_BYTES = 8192;

    private const HEAD_BYTES = 16_384;

    private const HEADERS = 100;

    private string $buffer = '';

    private ?HttpHead $head = null;

    private ?ChunkedBody $chunks = null;

    /** Whether the sender of the current head was asked for its right to send the body. */
    private bool $admitted = false;

    /** @param  callable(HttpRequest): void  $admit throws HttpRefused where a body that has not come yet is not wanted */
    public function __construct(private readonly int $maxBodyBytes, private $admit)
    {
    }

    public function feed(string $bytes): void
    {
        $this->buffer .= $bytes;
    }

    /** Whether a request has begun and is not complete. */
    public function isMidway(): bool
    {
        return $this->buffer !== '' || $this->head !== null;
    }

    /** Whether the client waits for "100 Continue" before it sends the body; asked once per request. */
    public function awaitsContinue(): bool
    {
        return $this->head !== null && $this->buffer === '' && $this->head->takeExpectation();
    }

    /** What came behind the last request: after an upgrade it belongs to the next protocol. */
    public function rest(): string
    {
        $rest = $this->buffer;
        $this->buffer = '';

        return $rest;
    }

    /**
     * @return HttpRequest|null null until a whole request is there
     *
     * @throws HttpRefused
     */
    public function next(): ?HttpRequest
    {
        if ($this->head === null) {
            $this->head = $this->readHead();
            if ($this->head === null) {
                return null;
            }
            $this->chunks = $this->head->chunked ? new ChunkedBody($this->maxBodyBytes) : null;
        }
        $body = $this->chunks !== null ? $this->chunks->take($this->buffer) : $this->takeBody($this->head->length);
        if ($body === null) {
            if (! $this->admitted) {
                $this->admitted = true;
                ($this->admit)($this->head->with(''));
            }

            return null;
        }
        $request = $this->head->with($body);
        $this->head = $this->chunks = null;
        $this->admitted = false;

        return $request;
    }

    private function takeBody(int $length): ?string
    {
        if (strlen($this->buffer) < $length) {
            return null;
        }
        $body = substr($this->buffer, 0, $length);
        $this->buffer = substr($this->buffer, $length);

        return $body;
    }

    private function readHead(): ?HttpHead
    {
        // RFC 9112, 2.2: an empty line before a request is ignored.
        if (str_starts_with($this->buffer, "\r\n")) {
            $this->buffer = ltrim($this->buffer, "\r\n");
        }
        $end = strpos($this->buffer, "\r\n\r\n");
        $lineEnd = strpos($this->buffer, "\r\n");
        if (($lineEnd === false ? strlen($this->buffer) : $lineEnd) > self::TARGET_BYTES) {
            throw new HttpRefused(414, 'uri_too_long', 'The request line is longer than '.self::TARGET_BYTES.' bytes.');
        }
        if (($end === false ? strlen($this->buffer) : $end) > self::HEAD_BYTES) {
            throw new HttpRefused(431, 'headers_too_large', 'The request headers are longer than '.self::HEAD_BYTES.' bytes.');
        }
        if ($end === false) {
            // Something that is no HTTP at all need not be waited for.
            if (strlen($this->buffer) > 32 && preg_match('/^[A-Za-z-]{1,32} /', $this->buffer) !== 1) {
                throw new HttpRefused(400, 'bad_request', 'This is not an HTTP request.');
            }

            return null;
        }
        $lines = explode("\r\n", substr($this->buffer, 0, $end));
        $this->buffer = substr($this->buffer, $end + 4);
        if (count($lines) - 1 > self::HEADERS) {
            throw new HttpRefused(431, 'headers_too_large', 'A request has at most '.self::HEADERS.' headers.');
        }

        return HttpHead::parse($lines, $this->maxBodyBytes);
    }
}
