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
        private readonly FailedLogins $failedLogins,
        private readonly Hasher $hasher,
        private readonly ?string $joinCode,
    ) {
    }

    /**
     * @param  array<array-key, mixed>  $input  login, password, joinCode for a new name, register, as they were sent
     * @param  string  $address  of the client, for the limit on failed logins
     * @return array{User, bool} the user, and whether they are new
     *
     * @throws ChatError an error of a field, login_unknown, wrong_password, wrong_join_code, too_many_attempts,
     *   store_unavailable
     */
    public function handle(array $input, string $address): array
    {
        $login = Fields::cleanLogin($input['login'] ?? null);
        $password = Fields::cleanPassword($input['password'] ?? null);

        return $this->failedLogins->guard(
            $address, Names::keyOf($login), fn (): array => $this->attempt($login, $password, $input),
        );
    }

    /**
     * @param  array<array-key, mixed>  $input
     * @return array{User, bool}
     */
    private function attempt(string $login, string $password, array $input): array
    {
        $user = $this->users->named($login);
        if ($user === null) {
            if (($input['register'] ?? null) === false) {
                throw ChatError::of('login_unknown', 'login');
            }
            $this->joinCode === null || self::checkJoinCode($this->joinCode, $input['joinCode'] ?? null);
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
