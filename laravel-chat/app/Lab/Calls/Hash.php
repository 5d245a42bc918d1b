<?php

declare(strict_types=1);

namespace App\Lab\Calls;

use App\Contract;
use App\Lab\Call;
use App\Lab\Fields;

/** Hashes one password, as a login does. */
final class Hash implements Call
{
    private function __construct(private readonly int $cost)
    {
    }

    public static function of(Fields $fields): self
    {
        return new self($fields->wholeNumber('cost', Contract::load()->lab('hashCostMin'), Contract::load()->lab('hashCostMax')));
    }

    public function occupy(): array
    {
        password_hash('a password', PASSWORD_BCRYPT, ['cost' => $this->cost]);

        return ['cost' => $this->cost];
    }
}
