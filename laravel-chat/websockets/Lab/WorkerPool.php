<?php

declare(strict_types=1);

namespace WebSockets\Lab;

/**
 * The php-fpm workers that take lab calls. The kernel's table of unix sockets tells how busy they are, since no worker
 * answers while all are busy.
 */
final class WorkerPool
{
    // proc(5): states of a connection that a worker has accepted, and of one that waits.
    private const CONNECTED = '03';

    private const IN_BACKLOG = '02';

    /** @return array{workers: int, busy: ?int, waiting: ?int} busy and waiting are null if the pool is unknown */
    public static function figures(): array
    {
        $socket = config('lab.pool');
        $table = $socket === null ? false : @file('/proc/net/unix', FILE_IGNORE_NEW_LINES);
        $count = static fn (string $state): ?int => $table === false ? null
            : count(preg_grep('#^(?:\S+ +){5}'.$state.' +\d+ '.preg_quote((string) $socket, '#').'$#', $table) ?: []);

        return [
            'workers' => config('lab.workers'),
            'busy' => $count(self::CONNECTED),
            'waiting' => $count(self::IN_BACKLOG),
        ];
    }
}
