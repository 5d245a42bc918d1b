<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use WebSockets\Server\Connection;
use WebSockets\Server\Protocol;

/** A connection whose request is being worked on: its answer is its last. */
final class AnswersLater implements Protocol
{
    // As long as nginx waits.
    public const SECONDS = 120;

    public function received(Connection $connection, string $bytes): void
    {
    }

    public function expired(Connection $connection): void
    {
        $connection->close();
    }

    public function closed(Connection $connection): void
    {
    }
}
