<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** The protocol that a connection speaks: HTTP first, WebSocket after the upgrade. */
interface Protocol
{
    /** The connection is there, and the peer says nothing yet. */
    public function onOpen(Connection $connection): void;

    public function onData(Connection $connection, string $bytes): void;

    /** Handles more of what was read: Connection::continueNextTurn() asked for this turn. */
    public function handleBuffered(Connection $connection): void;

    /** The time that Connection::expireIn() set is over. */
    public function onDeadline(Connection $connection): void;
}
