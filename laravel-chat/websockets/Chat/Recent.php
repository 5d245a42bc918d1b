<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The messages stored last, by user and clientId: what is sent again is answered from here, even where a user may send no more. */
final class Recent
{
    private const KEPT = 5000;

    /** @var array<string, string> message as JSON by "user clientId", oldest first */
    private array $messages = [];

    public function keep(string $userId, string $clientId, string $json): void
    {
        $this->messages["$userId $clientId"] = $json;
        if (count($this->messages) > self::KEPT) {
            unset($this->messages[array_key_first($this->messages)]);
        }
    }

    public function find(string $userId, string $clientId): ?string
    {
        return $this->messages["$userId $clientId"] ?? null;
    }
}
