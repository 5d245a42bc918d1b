<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** Nothing is heard any more: before or after the last answer, what comes is thrown away until the time is up. */
final class Lingering implements Protocol
{
    public const SECONDS = 2;

    public function __construct(private readonly Protocol $before)
    {
    }

    public function received(Connection $connection, string $bytes): void
    {
    }

    public function expired(Connection $connection): void
    {
        $connection->close();
    }

    public function closed(Connection $connection): void
    {
        $this->before->closed($connection);
    }
}
