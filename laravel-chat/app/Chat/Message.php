<?php

declare(strict_types=1);

namespace App\Chat;

/** A stored message. */
final readonly class Message
{
    /**
     * @param  ?string  $text null: the message was deleted
     * @param  string  $at ISO 8601 in UTC with milliseconds
     * @param  ?int  $replyTo the id of an earlier message, where this one is a reply
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
    public function isNow(?string $text): bool
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
     * @return array{id: int, user: array{id: string, name: string}, text?: string, at: string, clientId: string,
     *   replyTo?: int, deleted?: true, rev?: int}
     */
    public function toArray(): array
    {
        $message = ['id' => $this->id, 'user' => ['id' => $this->userId, 'name' => $this->userName]];
        if ($this->text !== null) {
            $message['text'] = $this->text;
        }
        $message += ['at' => $this->at, 'clientId' => $this->clientId];
        if ($this->replyTo !== null) {
            $message['replyTo'] = $this->replyTo;
        }
        if ($this->text === null) {
            $message['deleted'] = true;
        }
        if ($this->rev !== null) {
            $message['rev'] = $this->rev;
        }

        return $message;
    }
}
