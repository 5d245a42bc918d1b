<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The newest messages that came by here, by user and clientId: what is sent again is answered from here, without the store and whatever a user may still send. */
final class Recent
{
    private const KEPT = 2500;

    /** @var Newest<string, string> message as JSON by "user clientId" */
    private readonly Newest $messages;

    public function __construct()
    {
        $this->messages = new Newest(self::KEPT);
    }

    public function keep(string $userId, string $clientId, string $json): void
    {
        $this->messages->set("$userId $clientId", $json);
    }

    public function find(string $userId, string $clientId): ?string
    {
        return $this->messages->get("$userId $clientId");
    }
}
