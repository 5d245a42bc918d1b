<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Events\ConnectionEstablished;

/** Lets several processes use SQLite: readers beside one writer, which others wait for. */
final class SqlitePragmas
{
    public function handle(ConnectionEstablished $event): void
    {
        if ($event->connection->getDriverName() !== 'sqlite') {
            return;
        }
        $milliseconds = (int) $event->connection->getConfig('busy_timeout');
        // Each request makes this one call. With unprepared(), `migrate` recognises a missing file and creates it.
        // busy_timeout comes first: switching to WAL takes a lock. In WAL mode NORMAL survives a crash of the process.
        $event->connection->unprepared("PRAGMA busy_timeout = {$milliseconds}; PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    }
}
