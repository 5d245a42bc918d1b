<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use ChannelServer\Tests\Harness\Peer;

/** A client of the chat. */
final class ChatPeer extends Peer
{
    /** Joins the chat as a user. */
    public function join(string $userId, string $name = '', ?string $session = null): static
    {
        $this->subscribe('presence-chat', (string) json_encode(['user_id' => $userId, 'user_info' => ['name' => $name === '' ? "user {$userId}" : $name]] + ($session === null ? [] : ['session' => $session])));
        $this->event('welcome');

        return $this;
    }
}
