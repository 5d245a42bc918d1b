<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connection;
use Illuminate\Database\DatabaseManager;
use PDOException;

/**
 * Old texts stay in SQLite's write-ahead log until a checkpoint truncates it. In the database file SQLite overwrites
 * them (secure_delete, see SqlitePragmas). One checkpoint serves all changes of a second.
 */
final class ErasedTexts
{
    // A checkpoint waits for readers, and writers wait for the checkpoint.
    private const PATIENCE_MS = 50;

    /** Changes up to this revision have left the log; null: unknown, as at the start. */
    private ?int $erasedTo = null;

    public function __construct(private readonly DatabaseManager $db)
    {
    }

    /** @param  int  $rev  of the newest change. While somebody reads the log stays: call it again. */
    public function upTo(int $rev): void
    {
        $db = $this->db->connection();
        if ($rev !== $this->erasedTo && $db->getDriverName() === 'sqlite' && $this->emptyLog($db)) {
            $this->erasedTo = $rev;
        }
    }

    private function emptyLog(Connection $db): bool
    {
        $db->statement('PRAGMA busy_timeout = '.self::PATIENCE_MS);
        try {
            $found = (array) $db->selectOne('PRAGMA wal_checkpoint(TRUNCATE)', [], false);

            return (int) $found['busy'] === 0;
        } catch (PDOException) {
            return false; // the disk is full, say: messages fail by themselves, and this is tried again
        } finally {
            $db->statement('PRAGMA busy_timeout = '.(int) $db->getConfig('busy_timeout'));
        }
    }
}
