<?php

declare(strict_types=1);

namespace App\Chat;

use Normalizer;

/** The name a person logs in by and is shown as. */
final class Login
{
    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     * @return string trimmed, in NFC
     *
     * @throws ChatError empty_field, login_invalid, login_too_long
     */
    public static function clean(mixed $raw): string
    {
        if ($raw === null || $raw === '') {
            throw ChatError::of('empty_field', 'login');
        }
        if (! is_string($raw)) {
            throw ChatError::of('login_invalid', 'login');
        }
        $login = (string) Normalizer::normalize(Characters::trim($raw), Normalizer::FORM_C);
        if ($login === '') {
            throw ChatError::of('empty_field', 'login');
        }
        if (Characters::hasControl($login)) {
            throw ChatError::of('login_invalid', 'login');
        }
        if (Characters::count($login) > Contract::load()->limit('loginMax')) {
            throw ChatError::of('login_too_long', 'login');
        }

        return $login;
    }
}
