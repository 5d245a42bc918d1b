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
        // busy_timeout first: switching to WAL takes a lock itself. NORMAL is safe in WAL mode against a crash of the process.
        $event->connection->statement('PRAGMA busy_timeout = '.(int) $event->connection->getConfig('busy_timeout'));
        $event->connection->statement('PRAGMA journal_mode = WAL');
        $event->connection->statement('PRAGMA synchronous = NORMAL');
        // What was deleted or edited is overwritten by zeros.
        $event->connection->statement('PRAGMA secure_delete = ON');
    }
}
