<?php

declare(strict_types=1);

namespace App\Chat;

use Illuminate\Contracts\Auth\Authenticatable;

/** A user as a store knows them. */
interface User extends Authenticatable
{
    /** Never changes. */
    public function id(): string;

    public function name(): string;

    /** @return array{id: string, name: string} */
    public function toContract(): array;
}
