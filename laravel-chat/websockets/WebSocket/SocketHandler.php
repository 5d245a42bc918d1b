<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/** A protocol on top of WebSocket, for one socket. */
interface SocketHandler
{
    public function onMessage(string $payload, bool $binary): void;

    /** The time that Socket::expireIn() set is over. */
    public function onDeadline(): void;

    /** A ping or pong frame came. */
    public function onHeartbeat(): void;

    /** The socket is gone; called once. */
    public function onClose(): void;
}
