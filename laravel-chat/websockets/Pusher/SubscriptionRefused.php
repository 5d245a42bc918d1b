<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use App\ChatError;
use RuntimeException;

/** A subscription that is not granted; the connection lives on. */
final class SubscriptionRefused extends RuntimeException
{
    /** @param  ?string  $errorCode  a code of the contract */
    private function __construct(
        public readonly string $type,
        public readonly int $status,
        string $message,
        public readonly ?string $errorCode = null,
    ) {
        parent::__construct($message);
    }

    public static function unauthorized(string $why): self
    {
        return new self('AuthError', 401, $why);
    }

    public static function malformed(string $why): self
    {
        return new self('InvalidRequest', 400, $why);
    }

    public static function limited(ChatError $error): self
    {
        return new self('LimitReached', $error->status(), $error->getMessage(), $error->errorCode);
    }
}
