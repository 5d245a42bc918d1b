<?php

declare(strict_types=1);

namespace WebSockets\WebSocket;

/** A protocol on top of WebSocket, told of one socket's messages and end. */
interface SocketHandler
{
    public function message(string $payload, bool $binary): void;

    /** The time that Socket::expireIn() set is over. */
    public function idle(): void;

    /** A ping or pong frame came: the peer is alive. */
    public function alive(): void;

    /** The socket is gone; called once. */
    public function closed(): void;
}
