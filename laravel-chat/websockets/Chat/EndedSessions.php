<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** The sessions that ended last. A logout closes the sockets of its session and no others. */
final class EndedSessions
{
    // A socket may subscribe late, with a signature from before the end of its session.
    private const REMEMBERED = 10_000;

    /** @var array<array-key, true> by handle, those that ended first are first */
    private array $handles = [];

    public function __construct(private readonly Audience $audience, private readonly Publisher $publisher)
    {
    }

    public function has(string $handle): bool
    {
        return isset($this->handles[$handle]);
    }

    /** @return list<string> handles */
    public function all(): array
    {
        return array_map(strval(...), array_keys($this->handles));
    }

    /** An HTTP worker of this host has ended a session. */
    public function close(string $handle): void
    {
        $this->publisher->publish(News::Ended, [$handle]);
        $this->receive([$handle]);
    }

    /** @param  list<string>  $handles  of sessions that have ended, at this host or another */
    public function receive(array $handles): void
    {
        $this->handles += array_fill_keys($handles, true);
        if (count($this->handles) > self::REMEMBERED) {
            $this->handles = array_slice($this->handles, -self::REMEMBERED, preserve_keys: true);
        }
        $this->audience->closeSessions($handles);
    }
}
