<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** The protocol that a connection speaks now: HTTP first, WebSocket after the upgrade, nothing while it lingers. */
interface Protocol
{
    /** Bytes came in. */
    public function received(Connection $connection, string $bytes): void;

    /** The deadline set by Deadlines::set() passed. */
    public function expired(Connection $connection): void;

    /** The connection is gone; called once, in a later turn of the loop than the closing itself. */
    public function closed(Connection $connection): void;
}
