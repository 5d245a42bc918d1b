<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** What a name that is new must bring beside its password, where the room has a code. */
final class JoinCode
{
    /** @param  ?string  $code  null: everybody may register */
    public function __construct(private readonly ?string $code)
    {
    }

    /** @throws ChatError empty_field, wrong_join_code */
    public function mustMatch(mixed $given): void
    {
        if ($this->code === null) {
            return;
        }
        if ($given === null || $given === '') {
            throw ChatError::of('empty_field', 'joinCode');
        }
        // Digests are of one length, so that the time it takes says nothing of the code.
        $matches = is_string($given) && hash_equals(hash('sha256', $this->code), hash('sha256', $given));
        if (! $matches) {
            throw ChatError::of('wrong_join_code', 'joinCode');
        }
    }
}
