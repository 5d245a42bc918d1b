<?php

declare(strict_types=1);

namespace App\Chat;

/**
 * The answer to one NewMessage: what the store holds under its clientId, and whether this call put it there.
 *
 * @template M of object = Message  a stored message
 */
final readonly class Sent
{
    /** @param  M  $message */
    public function __construct(public object $message, public bool $isNew)
    {
    }
}
