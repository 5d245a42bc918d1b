<?php

declare(strict_types=1);

namespace ChannelServer\Server;

/**
 * Why a connection may not stay, as a sentence's beginning for its client, and what whoever tends the server can do.
 */
final class NoPlace
{
    private function __construct(public readonly string $why, public readonly string $whatToDo)
    {
    }

    public static function full(int $max): self
    {
        return new self(
            "This server holds its $max connections already",
            'raise the descriptor limit (ulimit -n), enable ext-ffi, ext-uv, ext-ev or ext-event, or run a second one',
        );
    }

    public static function ofAddress(int $max): self
    {
        return new self(
            "Your address holds the $max connections that it may have",
            'raise connections_per_address; 0 lifts it, where a proxy is the address of all clients',
        );
    }

    public static function notJoined(): self
    {
        return new self('Too many connections have not joined yet', 'nothing: those who do not join in time make way');
    }

    public static function notJoinedOfAddress(): self
    {
        return new self(
            'Too many connections of your address have not joined yet',
            'raise unjoined_per_address; 0 lifts it, where a proxy is the address of all clients',
        );
    }
}
