<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\Lab\Call;
use App\Lab\Fields;

/** Takes a body. */
final class Upload implements Call
{
    private function __construct(private readonly string $body)
    {
    }

    public static function of(Fields $fields): self
    {
        return new self($fields->body);
    }

    public function occupy(): array
    {
        return ['bytes' => strlen($this->body)];
    }
}
