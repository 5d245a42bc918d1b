<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** A user who has a joined socket at any process, or whose last socket closed within the grace time. */
final class OnlineUser
{
    /** The user's sockets that have joined at this process. */
    public int $sockets = 0;

    /** The number of other processes at which the user is online. */
    public int $remoteProcesses = 0;

    public function __construct(public readonly string $id, public readonly string $name)
    {
    }

    /** @return array{id: string, name: string} */
    public function toArray(): array
    {
        return ['id' => $this->id, 'name' => $this->name];
    }

    /**
     * @param  array<array-key, self>  $users
     * @return list<array{id: string, name: string}> the first $most of them
     */
    public static function listOf(array $users, int $most): array
    {
        return array_map(
            static fn (self $user): array => $user->toArray(), array_values(array_slice($users, 0, $most)),
        );
    }
}
