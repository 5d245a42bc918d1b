<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** After the last answer: what still comes is thrown away until the peer ends or the time is up. */
final class Lingering implements Protocol
{
    public const SECONDS = 2;

    // A peer that goes on sending is cut off; reading without end would be work for nothing.
    private const PATIENCE_BYTES = 1_048_576;

    private int $discarded = 0;

    public function __construct(private readonly Protocol $before)
    {
    }

    public function received(Connection $connection, string $bytes): void
    {
        $this->discarded += strlen($bytes);
        if ($this->discarded > self::PATIENCE_BYTES) {
            $connection->close();
        }
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
