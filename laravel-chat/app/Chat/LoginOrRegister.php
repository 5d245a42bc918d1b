<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\FailedLogins;
use App\ChatError;
use Illuminate\Contracts\Hashing\Hasher;

/** A known name needs its password; an unknown one becomes a new user. */
final class LoginOrRegister
{
    public function __construct(
        private readonly UserStore $users,
        private readonly FailedLogins $failed,
        private readonly Hasher $hasher,
        private readonly ?string $joinCode,
        private readonly bool $rateLimits,
    ) {
    }

    /**
     * @param  string  $login  clean, as $password is: see Fields
     * @param  string  $address  of the client, for the limit on failed logins
     * @param  mixed  $joinCode  as it was sent: only a new name needs one
     * @return array{User, bool} the user, and whether they are new
     *
     * @throws ChatError login_unknown, wrong_password, empty_field, wrong_join_code, login_invalid, too_many_attempts,
     *   store_unavailable
     */
    public function handle(
        string $login,
        string $password,
        string $address,
        mixed $joinCode = null,
        bool $mayRegister = true,
    ): array {
        $attempt = fn (): array => $this->attempt($login, $password, $joinCode, $mayRegister);

        return $this->rateLimits ? $this->failed->guard(Names::keyOf($login), $address, $attempt) : $attempt();
    }

    /** @return array{User, bool} */
    private function attempt(string $login, string $password, mixed $joinCode, bool $mayRegister): array
    {
        $user = $this->users->named($login);
        if ($user === null) {
            if (! $mayRegister) {
                throw ChatError::of('login_unknown', 'login');
            }
            $this->joinCode === null || self::checkJoinCode($this->joinCode, $joinCode);
            Names::mayBeNew($login) || throw ChatError::of('login_invalid', 'login');
            $new = $this->users->register($login, $this->hasher->make($password));
            if ($new !== null) {
                return [$new, true];
            }
            $user = $this->users->named($login) ?? throw ChatError::of('store_unavailable');
        }
        if (! $this->hasher->check($password, $user->hash)) {
            throw ChatError::of('wrong_password', 'password');
        }

        return [$user, false];
    }

    /** @throws ChatError empty_field, wrong_join_code */
    private static function checkJoinCode(string $joinCode, mixed $given): void
    {
        if ($given === null || $given === '') {
            throw ChatError::of('empty_field', 'joinCode');
        }
        if (! is_string($given) || ! hash_equals($joinCode, $given)) {
            throw ChatError::of('wrong_join_code', 'joinCode');
        }
    }
}
