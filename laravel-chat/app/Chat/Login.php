<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;
use Normalizer;

/** The name a person logs in by and is shown as. */
final readonly class Login
{
    private function __construct(
        /** trimmed, in NFC */
        public string $name,
    ) {
    }

    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     *
     * @throws ChatError empty_field, login_invalid, login_too_long
     */
    public static function clean(mixed $raw): self
    {
        if ($raw === null || $raw === '') {
            throw ChatError::of('empty_field', 'login');
        }
        if (! is_string($raw)) {
            throw ChatError::of('login_invalid', 'login');
        }
        $name = (string) Normalizer::normalize(Characters::trim($raw), Normalizer::FORM_C);
        if ($name === '') {
            throw ChatError::of('empty_field', 'login');
        }
        if (Characters::hasControl($name)) {
            throw ChatError::of('login_invalid', 'login');
        }
        if (Characters::count($name) > Contract::load()->limit('loginMax')) {
            throw ChatError::of('login_too_long', 'login');
        }

        return new self($name);
    }
}
