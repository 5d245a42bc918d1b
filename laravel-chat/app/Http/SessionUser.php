<?php

declare(strict_types=1);

namespace App\Http;

use App\Chat\User;
use Illuminate\Auth\GenericUser;

/** Who is logged in. Every call asks, and a model would take longer than the database. */
final class SessionUser extends GenericUser implements User
{
    public function __construct(private readonly string $id, private readonly string $name)
    {
        parent::__construct(['id' => $id]);
    }

    public function id(): string
    {
        return $this->id;
    }

    public function name(): string
    {
        return $this->name;
    }

    public function toContract(): array
    {
        return ['id' => $this->id, 'name' => $this->name];
    }
}
