<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/** Decodes a body in chunks (RFC 9112, 7.1) while it arrives. */
final class ChunkedBody
{
    // A size line carries at most 8 digits and an extension; trailers are read and dropped within the same bound.
    private const LINE_BYTES = 1024;

    private const TRAILERS = 32;

    private string $body = '';

    /** Bytes of the current chunk still to come; null while its size line is awaited, -1 in the trailers. */
    private ?int $left = null;

    private int $trailers = 0;

    public function __construct(private readonly int $maxBytes)
    {
    }

    /**
     * Takes what it can from $buffer.
     *
     * @return string|null the whole body, once it is there
     *
     * @throws HttpRefused
     */
    public function take(string &$buffer): ?string
    {
        while (true) {
            if ($this->left !== null && $this->left > 0) {
                $part = substr($buffer, 0, $this->left);
                $this->body .= $part;
                $this->left -= strlen($part);
                $buffer = substr($buffer, strlen($part));
                if ($this->left > 0) {
                    return null;
                }
            }
            $line = $this->line($buffer);
            if ($line === null) {
                return null;
            }
            if ($this->left === 0) {
                if ($line !== '') {
                    throw new HttpRefused(400, 'bad_request', 'A chunk is longer than its size.');
                }
                $this->left = null;
            } elseif ($this->left === -1) {
                if ($line === '') {
                    return $this->body;
                }
                if (++$this->trailers > self::TRAILERS) {
                    throw new HttpRefused(431, 'headers_too_large', 'Too many trailers.');
                }
            } else {
                $this->begin($line);
            }
        }
    }

    private function begin(string $line): void
    {
        if (preg_match('/^([0-9a-fA-F]{1,8})[ \t]*(;.*)?$/D', $line, $parts) !== 1) {
            throw new HttpRefused(400, 'bad_request', 'A chunk size is not a hexadecimal number.');
        }
        $size = (int) hexdec($parts[1]);
        if (strlen($this->body) + $size > $this->maxBytes) {
            throw new HttpRefused(413, 'body_too_large', "A request has at most {$this->maxBytes} bytes of body.");
        }
        $this->left = $size === 0 ? -1 : $size;
    }

    private function line(string &$buffer): ?string
    {
        $end = strpos($buffer, "\r\n");
        if (($end === false ? strlen($buffer) : $end) > self::LINE_BYTES) {
            throw new HttpRefused(400, 'bad_request', 'A chunk size line is too long.');
        }
        if ($end === false) {
            return null;
        }
        $line = substr($buffer, 0, $end);
        $buffer = substr($buffer, $end + 2);

        return $line;
    }
}
