<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

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

    /**
     * @param  array<array-key, mixed>  $fields  text, clientId, replyTo, as they were sent
     *
     * @throws ChatError of the first field that is at fault
     */
    public static function from(string $userId, string $userName, array $fields): self
    {
        return new self(
            $userId,
            $userName,
            Fields::cleanText($fields['text'] ?? null),
            Fields::cleanClientId($fields['clientId'] ?? null),
            Fields::cleanReplyTo($fields['replyTo'] ?? null),
        );
    }
}
