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
     * @return array{User, bool} the user, and whether this call registered them
     *
     * @throws ChatError an error of a field, login_unknown, wrong_password, wrong_join_code, too_many_attempts,
     *   store_unavailable
     */
    public function __invoke(array $input, string $address): array
    {
        $name = Fields::cleanLogin($input['login'] ?? null);
        $password = Fields::cleanPassword($input['password'] ?? null);

        $attempt = function () use ($name, $password, $input): array {
            $known = $this->users->findByName($name);
            if ($known !== null) {
                return $this->logIn($known, $password);
            }
            if (($input['register'] ?? null) === false) {
                throw ChatError::of('login_unknown', 'login');
            }
            $this->checkJoinCode($input['joinCode'] ?? null);
            if (! Names::mayBeNew($name)) {
                throw ChatError::of('login_invalid', 'login');
            }

            return $this->register($name, $password);
        };

        return $this->failedLogins->guard($address, Names::keyOf($name), $attempt);
    }

    /** @return array{User, bool} */
    private function register(string $name, string $password): array
    {
        $new = $this->users->register($name, $this->hasher->make($password));
        if ($new !== null) {
            return [$new, true];
        }

        // Another request registered this name while the password was hashed.
        return $this->logIn($this->users->findByName($name) ?? throw ChatError::of('store_unavailable'), $password);
    }

    /** @return array{User, bool} */
    private function logIn(KnownUser $known, string $password): array
    {
        if (! $this->hasher->check($password, $known->hash)) {
            throw ChatError::of('wrong_password', 'password');
        }

        return [$known, false];
    }

    /** @throws ChatError empty_field, wrong_join_code */
    private function checkJoinCode(mixed $given): void
    {
        if ($this->joinCode === null) {
            return;
        }
        if (in_array($given, [null, ''], true)) {
            throw ChatError::of('empty_field', 'joinCode');
        }
        // All hashes have the same length, so the time of the comparison reveals nothing about the code.
        $hash = static fn (string $code): string => hash('sha256', $code);
        if (! is_string($given) || ! hash_equals($hash($this->joinCode), $hash($given))) {
            throw ChatError::of('wrong_join_code', 'joinCode');
        }
    }
}
