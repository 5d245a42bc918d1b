<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/** Request line and headers, checked. */
final class HttpHead
{
    private const TOKEN = '[!#$%&\'*+.^_`|~0-9A-Za-z-]+';

    /** @param  array<string, string>  $headers */
    private function __construct(
        public readonly string $method,
        public readonly string $target,
        public readonly string $version,
        public readonly array $headers,
        public readonly int $length,
        public readonly bool $chunked,
        private bool $expectsContinue,
    ) {
    }

    /**
     * @param  list<string>  $lines
     *
     * @throws HttpRefused
     */
    public static function parse(array $lines, int $maxBodyBytes): self
    {
        $line = array_shift($lines) ?? '';
        if (preg_match('@^('.self::TOKEN.') (/[\x21-\x7e]*|\*|https?://[\x21-\x7e]+) HTTP/(\d)\.(\d)$@D', $line, $parts) !== 1) {
            throw self::bad('The request line is malformed.');
        }
        if ($parts[3] !== '1' || ($parts[4] !== '0' && $parts[4] !== '1')) {
            throw new HttpRefused(505, 'http_version', 'This server speaks HTTP/1.1 and HTTP/1.0.');
        }
        $headers = self::headers($lines);
        $version = '1.'.$parts[4];
        if ($version === '1.1' && ! isset($headers['host'])) {
            throw self::bad('HTTP/1.1 needs a Host header.');
        }
        $chunked = isset($headers['transfer-encoding']);
        if ($chunked && (isset($headers['content-length']) || $version === '1.0')) {
            throw self::bad('Content-Length and Transfer-Encoding exclude each other.');
        }
        if ($chunked && strtolower($headers['transfer-encoding']) !== 'chunked') {
            throw new HttpRefused(501, 'transfer_encoding', 'The only transfer coding understood is chunked.');
        }
        $expect = strtolower($headers['expect'] ?? '');
        if ($expect !== '' && $expect !== '100-continue') {
            throw new HttpRefused(417, 'expectation_failed', 'The only expectation understood is 100-continue.');
        }

        return new self($parts[1], $parts[2], $version, $headers, self::length($headers, $maxBodyBytes), $chunked, $expect !== '' && $version === '1.1');
    }

    public function with(string $body): HttpRequest
    {
        return new HttpRequest($this->method, $this->target, $this->version, $this->headers, $body);
    }

    public function takeExpectation(): bool
    {
        $expected = $this->expectsContinue;
        $this->expectsContinue = false;

        return $expected;
    }

    /**
     * @param  list<string>  $lines
     * @return array<string, string>
     */
    private static function headers(array $lines): array
    {
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('@^('.self::TOKEN.'):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$@D', $line, $parts) !== 1) {
                throw self::bad('A header line is malformed.');
            }
            $name = strtolower($parts[1]);
            if (isset($headers[$name]) && ($name === 'host' || ($name === 'content-length' && $headers[$name] !== $parts[2]))) {
                throw self::bad("The header $name is given twice.");
            }
            $headers[$name] = isset($headers[$name]) && $name !== 'content-length' ? $headers[$name].', '.$parts[2] : $parts[2];
        }

        return $headers;
    }

    /** @param  array<string, string>  $headers */
    private static function length(array $headers, int $maxBodyBytes): int
    {
        $length = $headers['content-length'] ?? '0';
        if (preg_match('/^\d+$/D', $length) !== 1) {
            throw self::bad('Content-Length is not a number.');
        }
        $digits = ltrim($length, '0');
        if (strlen($digits) > 15 || (int) $digits > $maxBodyBytes) {
            throw new HttpRefused(413, 'body_too_large', "A request has at most $maxBodyBytes bytes of body.");
        }

        return (int) $digits;
    }

    private static function bad(string $message): HttpRefused
    {
        return new HttpRefused(400, 'bad_request', $message);
    }
}
