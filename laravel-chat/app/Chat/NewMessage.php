<?php

declare(strict_types=1);

namespace App\Chat;

/** A message on its way to the store, its fields already clean. */
final readonly class NewMessage
{
    public function __construct(
        public string $userId,
        public string $userName,
        public string $text,
        public string $clientId,
    ) {
    }

    /** What it is stored once under. */
    public function key(): string
    {
        return "{$this->userId} {$this->clientId}";
    }
}
