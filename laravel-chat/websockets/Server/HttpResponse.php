<?php

declare(strict_types=1);

namespace WebSockets\Server;

use App\ChatError;
use App\JsonText;

/** An HTTP/1.1 response with a known length. */
final class HttpResponse
{
    private const REASONS = [
        200 => 'OK', 400 => 'Bad Request', 401 => 'Unauthorized', 403 => 'Forbidden', 404 => 'Not Found',
        405 => 'Method Not Allowed', 408 => 'Request Timeout',
        413 => 'Content Too Large', 415 => 'Unsupported Media Type',
        422 => 'Unprocessable Content', 426 => 'Upgrade Required', 429 => 'Too Many Requests',
        500 => 'Internal Server Error', 503 => 'Service Unavailable',
    ];

    private const NOT_KEPT = ['Cache-Control' => 'no-store', 'X-Content-Type-Options' => 'nosniff'];

    /** @param  array<string, string>  $headers */
    public function __construct(
        public readonly int $status,
        public readonly string $body = '',
        private readonly array $headers = [],
    ) {
    }

    /** @param  array<string, string>  $headers */
    public static function json(int $status, mixed $data, array $headers = []): self
    {
        $headers = ['Content-Type' => 'application/json'] + $headers + self::NOT_KEPT;

        return new self($status, JsonText::of($data), $headers);
    }

    public static function error(ChatError $error): self
    {
        return self::json($error->status(), ['error' => $error->toArray()], $error->headers());
    }

    /** @param  bool  $head answer to HEAD: the length is told, the body is not sent */
    public function bytes(bool $keepAlive, bool $head = false): string
    {
        $lines = "HTTP/1.1 {$this->status} ".(self::REASONS[$this->status] ?? 'Unknown')."\r\n";
        foreach ($this->headers as $name => $value) {
            $lines .= "$name: $value\r\n";
        }
        $length = strlen($this->body);

        return $lines."Content-Length: $length\r\nConnection: ".(
            $keepAlive ? 'keep-alive' : 'close'
        )."\r\n\r\n".($head ? '' : $this->body);
    }
}
