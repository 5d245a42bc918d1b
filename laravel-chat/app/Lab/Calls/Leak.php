<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\ChatError;
use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;
use App\Lab\Kept;

/** Keeps memory until it is let go, or until the process is done with its request: of a php-fpm worker nothing stays. */
final class Leak implements Call
{
    private function __construct(private readonly int $bytes)
    {
    }

    public static function of(Fields $fields): self
    {
        $contract = Contract::load();
        $bytes = $fields->wholeNumber('bytes', 1, $contract->lab('leakMaxBytes'));

        return Kept::bytes() + $bytes <= $contract->lab('keptMaxBytes') ? new self($bytes) : throw ChatError::of('lab_memory_full');
    }

    public function occupy(): array
    {
        Kept::keep($this->bytes);

        return ['bytes' => $this->bytes, 'kept' => Kept::beyondThisRequest()];
    }
}
