<?php

declare(strict_types=1);

namespace App\Chat;

/** A stored message. */
final readonly class Message
{
    /**
     * @param  ?string  $text null: the message was deleted
     * @param  string  $at ISO 8601 in UTC with milliseconds
     * @param  ?int  $replyTo the id of an earlier message, if this one is a reply
     * @param  ?int  $rev of its newest change; null: it was never changed
     */
    public function __construct(
        public int $id,
        public string $userId,
        public string $userName,
        public ?string $text,
        public string $at,
        public string $clientId,
        public ?int $replyTo = null,
        public ?int $rev = null,
    ) {
    }

    /** Whether changing the text to this one (null: deleting) changes nothing. A deleted message stays deleted. */
    public function isUnchangedBy(?string $text): bool
    {
        return $this->text === null || $this->text === $text;
    }

    public function withText(?string $text, int $rev): self
    {
        return new self(
            $this->id, $this->userId, $this->userName, $text, $this->at, $this->clientId, $this->replyTo, $rev,
        );
    }

    /**
     * @return array{id: int, user: array{id: string, name: string}, text?: string, deleted?: true, at: string,
     *   clientId: string, replyTo?: int, rev?: int}
     */
    public function toArray(): array
    {
        return [
            'id' => $this->id,
            'user' => ['id' => $this->userId, 'name' => $this->userName],
            ...($this->text === null ? ['deleted' => true] : ['text' => $this->text]),
            'at' => $this->at,
            'clientId' => $this->clientId,
            ...($this->replyTo === null ? [] : ['replyTo' => $this->replyTo]),
            ...($this->rev === null ? [] : ['rev' => $this->rev]),
        ];
    }
}
