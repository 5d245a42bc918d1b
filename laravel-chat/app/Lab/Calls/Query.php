<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;
use App\Lab\SlowQuery;

/** A slow query by PDO. */
final class Query implements Call
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
        return SlowQuery::ask($this->ms);
    }
}
