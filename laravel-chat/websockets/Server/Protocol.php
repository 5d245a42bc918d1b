<?php

declare(strict_types=1);

namespace WebSockets\Server;

/** The protocol that a connection speaks: HTTP first, WebSocket after the upgrade. */
interface Protocol
{
    public function onData(Connection $connection, string $bytes): void;

    /** Handles what was read before, if anything: for Connection::continueNextTurn(), or of a silent new peer. */
    public function handleBuffered(Connection $connection): void;

    /** The time that Connection::expireIn() set is over. */
    public function onDeadline(Connection $connection): void;
}
