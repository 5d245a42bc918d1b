<?php

declare(strict_types=1);

namespace ChannelServer;

use ChannelServer\Pusher\ChannelMaker;
use ChannelServer\Pusher\HttpApi\Extension;
use ChannelServer\Server\HttpHandler;
use ChannelServer\Server\HttpResponse;

/** What is built upon the Pusher server. By itself it adds nothing: a module overrides what it has a part in. */
class Module
{
    /** Called when the server listens. */
    public function start(): void
    {
    }

    /** Called when the server has ended. */
    public function stop(): void
    {
    }

    /** Makes the channels: those of its own, and Pusher's for all other names. */
    public function channels(): ChannelMaker
    {
        return new ChannelMaker;
    }

    /** @return list<Extension> further calls of the signed HTTP API */
    public function calls(): array
    {
        return [];
    }

    /** @return array<string, callable(): HttpResponse> further paths of the port that everybody reaches */
    public function paths(): array
    {
        return [];
    }

    /** @return array<string, HttpHandler> who answers all of that port at and below a path, whatever the method */
    public function handlers(): array
    {
        return [];
    }

    /** @return array<string, mixed> what the line that tells of the start says besides */
    public function facts(): array
    {
        return [];
    }

    /** @return array<string, string|null> what is wrong with each of its parts; null: nothing */
    public function troubles(): array
    {
        return [];
    }

    /** @return string Prometheus text: all that /metrics says */
    public function metrics(PusherLoop $server): string
    {
        return Metrics::text($server);
    }

    /** Told what befell a connection: receiver_too_slow, too_many_connections, origin_not_allowed. */
    public function failed(string $code): void
    {
    }

    /** Whether nothing is under way that clients are still to hear of: a shutdown waits for that, for a while. */
    public function isIdle(): bool
    {
        return true;
    }

    /** Tells clients what is left, before a shutdown closes them. */
    public function finish(): void
    {
    }
}
