<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The newest messages that came by here: what is sent again is answered from here, without the store. */
final class Recent
{
    private const KEPT = 2500;

    /** @var Newest<string, StoredMessage> by NewMessage::key() */
    private readonly Newest $messages;

    public function __construct()
    {
        $this->messages = new Newest(self::KEPT);
    }

    public function keep(StoredMessage $message): void
    {
        $this->messages->set("{$message->userId} {$message->clientId}", $message);
    }

    /** A worker may publish a message after the loop has read a change of it: the change is newer. */
    public function keepUnlessKnown(StoredMessage $message): void
    {
        $this->messages->has("{$message->userId} {$message->clientId}") || $this->keep($message);
    }

    public function find(string $key): ?StoredMessage
    {
        return $this->messages->get($key);
    }
}
