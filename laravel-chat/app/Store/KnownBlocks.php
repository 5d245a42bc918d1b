<?php

declare(strict_types=1);

namespace App\Store;

use Illuminate\Database\Connection;

/**
 * The blocks of words that a search goes down, asked for as it comes to them, and only so many: the database looks each through for each word,
 * and a history of blocks as full as can be would keep it for longer than anybody waits.
 */
final class KnownBlocks
{
    // A fifth of a second of the database's processor at most.
    private const AT_ONCE = 100;

    // Looked through for one search: a quarter of a second. Two words are passed over in four million messages, at some 30 KB a block where people talk.
    private const BYTES_MAX = 268_435_456;

    /** @var array<int, bool> by their first ids, whether none of their messages can have all words */
    private array $lack = [];

    /** All from here on were asked for. */
    private int $down = PHP_INT_MAX;

    /**
     * @param  non-empty-list<string>  $begins  of words, each behind a space
     * @param  int  $bytesLeft  to look through, for each word anew
     */
    public function __construct(private readonly Connection $db, private readonly array $begins, private int $bytesLeft = self::BYTES_MAX)
    {
    }

    /**
     * @param  int  $first  the block's first id, lower each time
     * @return ?bool whether none of its messages can have all words; null: it is not known
     */
    public function lacks(int $first): ?bool
    {
        if ($first < $this->down && $this->bytesLeft > 0) {
            $this->askFrom($first);
        }

        return $this->lack[$first] ?? null;
    }

    private function askFrom(int $first): void
    {
        // Bytes are compared, which says the same in UTF-8: by characters MariaDB takes three times as long.
        $words = $this->db->getDriverName() === 'sqlite' ? 'words' : 'cast(words as binary)';
        $lacks = implode(' or ', array_fill(0, count($this->begins), "instr({$words}, ?) = 0"));
        $rows = $this->db->table('message_blocks')->selectRaw("block, length(words) as bytes, ({$lacks}) as lacks", $this->begins)
            ->where('block', '<=', $first)->orderByDesc('block')->limit(self::AT_ONCE)->get();
        $this->lack = array_map(boolval(...), $rows->pluck('lacks', 'block')->all());
        $this->down = $rows->count() < self::AT_ONCE ? 0 : (int) $rows->last()?->block;
        $this->bytesLeft -= (int) $rows->sum('bytes') * count($this->begins);
    }
}
