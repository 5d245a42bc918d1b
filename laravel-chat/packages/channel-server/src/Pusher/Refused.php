<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

use ChannelServer\WebSocket\SocketHandler;

/** A socket that was refused and waits for its close to be answered: nothing it says is heard. */
final class Refused implements SocketHandler
{
    public function message(string $payload, bool $binary): void
    {
    }

    public function idle(): void
    {
    }

    public function alive(): void
    {
    }

    public function closed(): void
    {
    }
}
