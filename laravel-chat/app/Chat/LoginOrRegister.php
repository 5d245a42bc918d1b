<?php

declare(strict_types=1);

namespace App\Chat;

use App\Store\FailedLogins;
use App\Store\Models\User;
use App\Store\Users;
use Illuminate\Contracts\Hashing\Hasher;

/** A known name needs its password; an unknown one becomes a new user. */
final class LoginOrRegister
{
    public function __construct(
        private readonly Users $users,
        private readonly FailedLogins $failed,
        private readonly Hasher $hasher,
        private readonly bool $rateLimits,
    ) {
    }

    /**
     * @param  string  $address  of the client, for the limit on failed logins
     * @return array{User, bool} the user, and whether they are new
     *
     * @throws ChatError wrong_password, login_invalid, login_taken, too_many_attempts, store_unavailable
     */
    public function handle(Login $login, string $password, string $address): array
    {
        if ($this->rateLimits) {
            $this->failed->mustBeFew($login->name, $address);
        }
        $user = $this->users->named($login->name);
        if ($user === null) {
            $login->mustBeVisible();
            $new = $this->users->register($login->name, $this->hasher->make($password));
            if ($new !== null) {
                return [$new, true];
            }
            $user = $this->users->named($login->name) ?? throw ChatError::of('login_taken', 'login');
        }
        if (! $this->hasher->check($password, $user->password)) {
            if ($this->rateLimits) {
                $this->failed->add($login->name, $address);
            }

            throw ChatError::wrongPassword();
        }

        return [$user, false];
    }
}
