<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/** A complete HTTP/1.x request. */
final class HttpRequest
{
    /** @param  array<string, string>  $headers by lower-case name; repeated ones joined by ", " */
    public function __construct(
        public readonly string $method,
        public readonly string $target,
        public readonly string $version,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }

    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    /** The target without its query, still percent-encoded: what a Pusher signature signs. */
    public function path(): string
    {
        return explode('?', $this->target, 2)[0];
    }

    /** @return array<string, string> decoded; a repeated or bracketed parameter keeps its last plain value */
    public function query(): array
    {
        $query = [];
        foreach (explode('&', explode('?', $this->target, 2)[1] ?? '') as $pair) {
            if ($pair !== '') {
                [$name, $value] = explode('=', $pair, 2) + [1 => ''];
                $query[urldecode($name)] = urldecode($value);
            }
        }

        return $query;
    }

    /** Whether a list header such as Connection names $token. */
    public function lists(string $header, string $token): bool
    {
        return in_array($token, array_map('trim', explode(',', strtolower($this->headers[$header] ?? ''))), true);
    }

    /** @throws HttpRefused 405 where it is not a question */
    public function mustRead(): void
    {
        if ($this->method !== 'GET' && $this->method !== 'HEAD') {
            throw new HttpRefused(405, 'method_not_allowed', 'This address does not answer this method.', ['Allow' => 'GET, HEAD']);
        }
    }

    /** RFC 9112, 9.3: HTTP/1.1 stays open unless told otherwise, HTTP/1.0 closes unless told otherwise. */
    public function keepsAlive(): bool
    {
        return $this->version === '1.1' ? ! $this->lists('connection', 'close') : $this->lists('connection', 'keep-alive');
    }
}
