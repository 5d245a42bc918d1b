<?php

declare(strict_types=1);

namespace App\Chat;

/** A stored message. */
final readonly class Message
{
    /** @param  string  $at ISO 8601 in UTC with milliseconds */
    public function __construct(
        public int $id,
        public string $userId,
        public string $userName,
        public string $text,
        public string $at,
        public string $clientId,
    ) {
    }

    /** @return array{id: int, user: array{id: string, name: string}, text: string, at: string, clientId: string} */
    public function toArray(): array
    {
        return [
            'id' => $this->id,
            'user' => ['id' => $this->userId, 'name' => $this->userName],
            'text' => $this->text,
            'at' => $this->at,
            'clientId' => $this->clientId,
        ];
    }
}
