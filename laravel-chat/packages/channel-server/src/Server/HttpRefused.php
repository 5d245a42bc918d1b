<?php

declare(strict_types=1);

namespace ChannelServer\Server;

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

    public static function notFound(): self
    {
        return new self(404, 'not_found', 'There is nothing at this address.');
    }

    public static function noBody(): self
    {
        return new self(413, 'body_too_large', 'This address takes no body.');
    }

    public static function noPlace(NoPlace $noPlace): self
    {
        return new self(503, 'too_many_connections', "{$noPlace->why}: try again later.", ['Retry-After' => '5']);
    }

    public function response(): HttpResponse
    {
        return HttpResponse::error($this->status, $this->error, $this->getMessage(), $this->headers);
    }
}
