<?php

declare(strict_types=1);

namespace App\Chat;

/** The answer to one NewMessage: what the store holds under its clientId, and whether this call put it there. */
final readonly class Sent
{
    public function __construct(public Message $message, public bool $isNew)
    {
    }
}
