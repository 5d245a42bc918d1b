<?php

declare(strict_types=1);

namespace WebSockets\Server;

use RuntimeException;

/** A request that cannot be answered as asked: the status, the machine's word for it and a sentence for a person. */
final class HttpRefused extends RuntimeException
{
    /** @param  array<string, string>  $headers */
    public function __construct(
        public readonly int $status,
        public readonly string $error,
        string $message,
        public readonly array $headers = [],
    ) {
        parent::__construct($message);
    }

    public static function badRequest(string $why): self
    {
        return new self(400, 'bad_request', $why);
    }

    public static function notFound(): self
    {
        return new self(404, 'not_found', 'There is nothing at this address.');
    }

    public static function bodyTooLarge(int $maxBytes): self
    {
        return new self(413, 'body_too_large', "A request has at most $maxBytes bytes of body.");
    }

    /** @param  int  $max  connections that this server holds */
    public static function full(int $max): self
    {
        $why = "This server holds its $max connections already: try again later.";

        return new self(503, 'too_many_connections', $why, ['Retry-After' => '5']);
    }

    public function response(): HttpResponse
    {
        return HttpResponse::error($this->status, $this->error, $this->getMessage(), $this->headers);
    }
}
