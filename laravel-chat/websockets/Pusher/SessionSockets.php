<?php

declare(strict_types=1);

namespace WebSockets\Pusher;

use WebSockets\Chat\Link;

/** The sockets of each session, and the sessions that have ended: a logout closes its own sockets and no other. */
final class SessionSockets
{
    // A socket may subscribe late, with a signature from before the end of its session. So the sessions that ended last
    // are remembered.
    private const REMEMBERED = 10_000;

    /** @var array<string, array<int, Client>> by handle, then object id */
    private array $sockets = [];

    /** @var array<int, string> handle by client object id */
    private array $handles = [];

    /** @var array<string, true> by handle, those that ended first are first */
    private array $ended = [];

    /** @param  ?Link  $link  null: this process is alone */
    public function __construct(private readonly ?Link $link)
    {
    }

    /** @return list<string> handles of those that ended last */
    public function ended(): array
    {
        return array_map(strval(...), array_keys($this->ended));
    }

    public function hasEnded(string $handle): bool
    {
        return isset($this->ended[$handle]);
    }

    public function add(Client $client, string $handle): void
    {
        $id = spl_object_id($client);
        $this->sockets[$handle][$id] = $client;
        $this->handles[$id] = $handle;
    }

    public function remove(Client $client): void
    {
        $id = spl_object_id($client);
        $handle = $this->handles[$id] ?? null;
        if ($handle !== null) {
            unset($this->handles[$id], $this->sockets[$handle][$id]);
            if ($this->sockets[$handle] === []) {
                unset($this->sockets[$handle]);
            }
        }
    }

    /** @return int how many sockets were closed here */
    public function end(string $handle): int
    {
        $this->link?->publish('ended', [$handle]);

        return $this->close($handle);
    }

    /** @param  list<string>  $handles  of sessions that another process says have ended */
    public function receive(array $handles): void
    {
        array_walk($handles, $this->close(...));
    }

    private function close(string $handle): int
    {
        $this->ended[$handle] = true;
        if (count($this->ended) > self::REMEMBERED) {
            unset($this->ended[array_key_first($this->ended)]);
        }
        $sockets = $this->sockets[$handle] ?? [];
        foreach ($sockets as $client) {
            $client->fail(ErrorCode::UNAUTHORIZED, 'The session has ended');
        }

        return count($sockets);
    }
}
