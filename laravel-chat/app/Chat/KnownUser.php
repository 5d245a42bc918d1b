<?php

declare(strict_types=1);

namespace App\Chat;

/** A user as the store of users knows them. */
final class KnownUser extends User
{
    /** @param  string  $hash  bcrypt, of the password */
    public function __construct(string $id, string $name, public readonly string $hash)
    {
        parent::__construct($id, $name);
    }
}
