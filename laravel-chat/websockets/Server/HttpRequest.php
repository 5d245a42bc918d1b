<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;

/** A request of HTTP/1.0 or 1.1 whose body, if it has one, comes with a Content-Length. */
final class HttpRequest
{
    private const TOKEN = '[!#$%&\'*+.^_`|~0-9A-Za-z-]+';

    /** @param  array<string, string>  $headers by lower-case name; repeated ones joined by ", " */
    public function __construct(
        public readonly string $method,
        public readonly string $target,
        public readonly string $version,
        public readonly array $headers,
        public readonly string $body = '',
    ) {
    }

    /**
     * @param  string  $head  request line and headers
     *
     * @throws ChatError bad_request
     */
    public static function parseHead(string $head): self
    {
        $lines = explode("\r\n", $head);
        if (preg_match('@^('.self::TOKEN.') (/[\x21-\x7e]*) HTTP/(1\.[01])$@D', $lines[0], $parts) !== 1) {
            throw ChatError::of('bad_request');
        }
        $headers = [];
        foreach (array_slice($lines, 1) as $line) {
            if (preg_match('@^('.self::TOKEN.'):[ \t]*([\t\x20-\x7e\x80-\xff]*?)[ \t]*$@D', $line, $header) !== 1) {
                throw ChatError::of('bad_request');
            }
            $name = strtolower($header[1]);
            $headers[$name] = isset($headers[$name]) ? "{$headers[$name]}, {$header[2]}" : $header[2];
        }
        if (isset($headers['transfer-encoding']) || ($parts[3] === '1.1' && ! isset($headers['host']))) {
            throw ChatError::of('bad_request');
        }

        return new self($parts[1], $parts[2], $parts[3], $headers);
    }

    public function withBody(string $body): self
    {
        return new self($this->method, $this->target, $this->version, $this->headers, $body);
    }

    /**
     * @return int bytes of body
     *
     * @throws ChatError bad_request: it is no number; body_too_large
     */
    public function contentLength(int $maxBytes): int
    {
        $length = $this->headers['content-length'] ?? '0';
        if (preg_match('/^\d+$/D', $length) !== 1) {
            throw ChatError::of('bad_request');
        }
        if (strlen($length) > 15 || (int) $length > $maxBytes) {
            throw ChatError::of('body_too_large');
        }

        return (int) $length;
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** The target without its query, still percent-encoded. */
    public function path(): string
    {
        return explode('?', $this->target, 2)[0];
    }

    /** Whether a list header such as Connection names $token. */
    public function lists(string $header, string $token): bool
    {
        return in_array($token, array_map('trim', explode(',', strtolower($this->headers[$header] ?? ''))), true);
    }

    /** RFC 9112, 9.3: HTTP/1.1 stays open unless told otherwise, HTTP/1.0 closes unless told otherwise. */
    public function keepsAlive(): bool
    {
        return $this->version === '1.1'
            ? ! $this->lists('connection', 'close')
            : $this->lists('connection', 'keep-alive');
    }
}
