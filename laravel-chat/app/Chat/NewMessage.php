<?php

declare(strict_types=1);

namespace App\Chat;

/** A message on its way to the store, its fields already clean. */
final readonly class NewMessage
{
    /** The store keeps one message for each key. */
    public string $key;

    public function __construct(
        public string $userId,
        public string $userName,
        public string $text,
        public string $clientId,
        public ?int $replyTo = null,
    ) {
        $this->key = "{$userId} {$clientId}";
    }
}
