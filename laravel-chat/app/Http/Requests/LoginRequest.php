<?php

declare(strict_types=1);

namespace App\Http\Requests;

use App\Chat\Login;
use App\Chat\Password;

final class LoginRequest extends JsonRequest
{
    public Login $login;

    public string $password;

    public mixed $joinCode;

    public bool $mayRegister;

    /** The client keeps the session's token itself, and gets no cookie. */
    public bool $wantsToken;

    protected function clean(array $fields): void
    {
        $this->login = Login::clean($fields['login'] ?? null);
        $this->password = Password::clean($fields['password'] ?? null);
        $this->joinCode = $fields['joinCode'] ?? null;
        $this->mayRegister = ($fields['register'] ?? null) !== false;
        $this->wantsToken = ($fields['token'] ?? null) === true;
    }
}
