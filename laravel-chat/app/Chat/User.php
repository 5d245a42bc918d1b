<?php

declare(strict_types=1);

namespace App\Chat;

use Illuminate\Auth\GenericUser;

/** A user. Laravel's guard gives one for the request's session, as `$request->user()`. */
class User extends GenericUser
{
    /** @param  string  $id  never changes */
    public function __construct(public readonly string $id, public readonly string $name)
    {
        parent::__construct(['id' => $id]);
    }

    /** @return array{id: string, name: string} */
    public function toArray(): array
    {
        return ['id' => $this->id, 'name' => $this->name];
    }
}
