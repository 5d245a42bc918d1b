<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use JsonSerializable;

/** A message on its way to the store, its fields already clean. */
final readonly class NewMessage implements JsonSerializable
{
    public function __construct(
        public string $userId,
        public string $userName,
        public string $text,
        public string $clientId,
        public ?int $replyTo = null,
    ) {
    }

    /** The store keeps one message for each key. */
    public static function keyOf(string $userId, string $clientId): string
    {
        return "{$userId} {$clientId}";
    }

    /**
     * @param  array<array-key, mixed>  $input  text, clientId, replyTo, as they were sent
     *
     * @throws ChatError an error of text, clientId or replyTo, the first of them that is wrong
     */
    public static function fromInput(string $userId, string $userName, array $input): self
    {
        return new self(
            $userId,
            $userName,
            Fields::cleanText($input['text'] ?? null),
            Fields::cleanClientId($input['clientId'] ?? null),
            Fields::cleanReplyTo($input['replyTo'] ?? null),
        );
    }

    /** @param  string  $at  ISO 8601 in UTC with milliseconds */
    public function toMessage(int $id, string $at): Message
    {
        return new Message($id, $this->userId, $this->userName, $this->text, $at, $this->clientId, $this->replyTo);
    }

    /** @return array{string, string, string, string, ?int} what the storing process needs, for fromRow() */
    public function jsonSerialize(): array
    {
        return [$this->userId, $this->userName, $this->text, $this->clientId, $this->replyTo];
    }

    /** @param  array{string, string, string, string, ?int}  $row */
    public static function fromRow(array $row): self
    {
        return new self(...$row);
    }
}
