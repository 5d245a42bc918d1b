<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Pusher\ChannelMaker;
use WebSockets\Pusher\HttpApi\Extension;
use WebSockets\Server\HttpResponse;
use WebSockets\Server\Shortcut;

/** What is built upon the Pusher server. By itself it adds nothing: a module overrides what it has a part in. */
abstract class Module
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

    /** Answers on that port before a request is read as HTTP. */
    public function shortcut(): ?Shortcut
    {
        return null;
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

    /** @return string Prometheus text */
    public function metrics(PusherLoop $server): string
    {
        return '';
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
