<?php

declare(strict_types=1);

namespace App\Store;

use App\Logging\FaultText;
use Illuminate\Database\Connection;
use Illuminate\Support\Facades\Log;
use PDOException;

/**
 * An index of words that searches make. A search that has read a whole block of messages keeps their words; the next one
 * reads the block only if it has all words searched. Sending pays nothing for it.
 */
final class WordBlocks
{
    /** Messages of a block: their ids are from 1000 n + 1 to 1000 n + 1000. */
    private const SIZE = 1000;

    // Of one block: one with more words than that is read each time.
    private const BYTES_MAX = 262_144;

    /** The first id of the block that has this one. */
    public static function firstOf(int $id): int
    {
        return $id - ($id - 1) % self::SIZE;
    }

    public static function lastOf(int $id): int
    {
        return self::firstOf($id) + self::SIZE - 1;
    }

    /** What gathers the words of a block. */
    public static function gathered(): DifferentWords
    {
        return new DifferentWords(self::BYTES_MAX);
    }

    /**
     * Keeps the words of a block, unless a message was changed since the revision: it may have been read as it was
     * before. One statement, which waits for a change that is under way: on MariaDB it locks the counter as it reads it,
     * on SQLite it is the one that writes.
     *
     * @param  DifferentWords  $words  as gathered() began them
     */
    public function keep(Connection $db, int $first, DifferentWords $words, int $revision): void
    {
        $text = $words->text();
        if ($text === null) {
            return;
        }
        $ignore = $db->getDriverName() === 'sqlite' ? 'or ignore' : 'ignore';
        try {
            $db->insert(
                "insert {$ignore} into message_blocks (block, words)
                    select ?, ? from message_counter where id = 1 and last_rev = ?",
                [$first, $text, $revision],
            );
        } catch (PDOException $fault) {
            // What it found is right all the same.
            Log::warning('What a search has read is read again by the next one.', FaultText::of($fault));
        }
    }

    /** A message is changed, in the same transaction. */
    public function forget(Connection $db, int $id): void
    {
        $db->table('message_blocks')->where('block', self::firstOf($id))->delete();
    }
}
