<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;

/** Waits without a processor. */
final class Wait implements Call
{
    private function __construct(public readonly int $ms, public readonly bool $blocking)
    {
    }

    public static function of(Fields $fields): self
    {
        return new self($fields->wholeNumber('ms', 1, Contract::load()->lab('msMax')), $fields->flag('blocking'));
    }

    public function occupy(): array
    {
        usleep($this->ms * 1000);

        return [];
    }
}
