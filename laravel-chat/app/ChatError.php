<?php

declare(strict_types=1);

namespace App;

use RuntimeException;
use Throwable;

/** The answer to a call that fails: one of the contract's codes, never a detail of the server. */
final class ChatError extends RuntimeException
{
    /**
     * @param  string  $errorCode  a key of `errors` in contract.json
     * @param  ?string  $field  the input at fault
     * @param  ?int  $retryAfter  seconds until another try makes sense
     * @param  array<string, string>  $headers  further headers of the HTTP answer
     */
    private function __construct(
        public readonly string $errorCode,
        public readonly ?string $field = null,
        public readonly ?int $retryAfter = null,
        public readonly array $headers = [],
        ?Throwable $previous = null,
    ) {
        parent::__construct(Contract::error($errorCode)['message'], 0, $previous);
    }

    public static function of(string $code, ?string $field = null, ?Throwable $previous = null): self
    {
        return new self($code, $field, previous: $previous);
    }

    /**
     * @param  string  $code  begins with too_many_
     * @param  float  $seconds  until the next try
     */
    public static function tooMany(string $code, float $seconds): self
    {
        return new self($code, retryAfter: max(1, (int) ceil($seconds)));
    }

    /** @param  string  $allow the methods that the address answers, comma-separated */
    public static function methodNotAllowed(string $allow): self
    {
        return new self('method_not_allowed', headers: ['Allow' => $allow]);
    }

    public function status(): int
    {
        return Contract::error($this->errorCode)['status'];
    }

    /** @return array<string, string> */
    public function headers(): array
    {
        return $this->retryAfter === null
            ? $this->headers
            : ['Retry-After' => (string) $this->retryAfter] + $this->headers;
    }

    /** @return array{code: string, message: string, field?: string} */
    public function toArray(): array
    {
        $error = ['code' => $this->errorCode, 'message' => $this->getMessage()];

        return $this->field === null ? $error : $error + ['field' => $this->field];
    }
}
