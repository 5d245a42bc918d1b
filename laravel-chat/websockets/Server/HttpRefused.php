<?php

declare(strict_types=1);

namespace WebSockets\Server;

use RuntimeException;

/** A request that cannot be answered as asked: its status, error code and a sentence for a person. */
final class HttpRefused extends RuntimeException
{
    /** @param  array<string, string>  $headers */
    public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
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

    public function response(): HttpResponse
    {
        $error = ['code' => $this->errorCode, 'message' => $this->getMessage()];

        return HttpResponse::json($this->status, ['error' => $error], $this->headers);
    }
}
