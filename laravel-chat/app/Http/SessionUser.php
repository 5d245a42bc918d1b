<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\User;
use Illuminate\Auth\GenericUser;

/** The user of the session. Every call asks, and a model would take longer than the database. */
final class SessionUser extends GenericUser implements User
{
    public function __construct(string $id, string $name)
    {
        parent::__construct(['id' => $id, 'name' => $name]);
    }

    public function id(): string
    {
        return $this->attributes['id'];
    }

    public function name(): string
    {
        return $this->attributes['name'];
    }

    public function toContract(): array
    {
        return ['id' => $this->id(), 'name' => $this->name()];
    }
}
