<?php

declare(strict_types=1);

namespace App\Chat;

use Illuminate\Auth\GenericUser;

/** A user. Laravel's guard gives one for the request's session, as `$request->user()`. */
final class User extends GenericUser
{
    /**
     * @param  string  $id  never changes
     * @param  string  $hash  bcrypt, of the password; empty where the user comes from a session
     */
    public function __construct(
        public readonly string $id,
        public readonly string $name,
        public readonly string $hash = '',
    ) {
        parent::__construct(['id' => $id]);
    }

    /** @return array{id: string, name: string} */
    public function toArray(): array
    {
        return ['id' => $this->id, 'name' => $this->name];
    }
}
