<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Events\ConnectionEstablished;

/** Makes SQLite fit for several processes: readers beside one writer, and a wait in place of an error. */
final class SqlitePragmas
{
    public function handle(ConnectionEstablished $event): void
    {
        if ($event->connection->getDriverName() !== 'sqlite') {
            return;
        }
        $milliseconds = (int) $event->connection->getConfig('busy_timeout');
        // One call, since each request makes it. By unprepared(), whose exception lets `migrate` make a missing file.
        // busy_timeout comes first: switching to WAL takes a lock. In WAL mode NORMAL survives a crash of the process.
        $event->connection->unprepared("PRAGMA busy_timeout = {$milliseconds}; PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    }
}
