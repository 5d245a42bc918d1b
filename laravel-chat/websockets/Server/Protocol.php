<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** The protocol that a connection speaks: HTTP first, WebSocket after the upgrade. */
interface Protocol
{
    /** The connection is there, and the peer says nothing yet. */
    public function onOpen(Connection $connection): void;

    public function onData(Connection $connection, string $bytes): void;

    /** The next turn of the loop, which Connection::continueNextTurn() asked for. */
    public function onNextTurn(Connection $connection): void;

    /** The time that Connection::expireIn() set is over. */
    public function onDeadline(Connection $connection): void;
}
