<?php

declare(strict_types=1);

namespace App\Chat\Limits;

/**
 * A token bucket per user, shared by all workers, in one small file. A bucket is the time at which it will be full again (the
 * generic cell rate algorithm, ITU-T I.371, in its virtual scheduling form).
 *
 * The file is a set-associative table. The user's id names the set. Where more users of one set come at once than it has entries,
 * a newcomer takes the bucket that is nearest to full, as it is. A file that cannot be read or written lets everybody through.
 */
final class SharedAllowances implements Allowances
{
    private const SETS = 1024;

    private const ENTRIES = 8; // of a set

    private const ENTRY_BYTES = 16; // user id and ms, 64 bits each

    // Workers look at the clock before they wait for the lock, so that one may find what another wrote later.
    private const LATER_MS = 10_000;

    /** @param  ?string  $file  null: no rate limit */
    public function __construct(
        private readonly ?string $file,
        private readonly float $perSecond,
        private readonly int $burst,
    ) {
    }

    public function take(string $userId): float
    {
        return $this->move($userId, 1);
    }

    public function giveBack(string $userId): void
    {
        $this->move($userId, -1);
    }

    private function move(string $userId, int $tokens): float
    {
        $file = $this->file === null ? false : @fopen($this->file, 'c+');
        if ($file === false) {
            return 0.0;
        }
        try {
            flock($file, LOCK_EX);

            return $this->moveIn($file, (int) $userId, (int) now()->getTimestampMs(), $tokens);
        } finally {
            fclose($file);
        }
    }

    /** @param  resource  $file */
    private function moveIn(mixed $file, int $id, int $now, int $tokens): float
    {
        $cost = (int) (1000 / $this->perSecond);
        $fills = $this->burst * $cost; // ms
        $setBytes = self::ENTRIES * self::ENTRY_BYTES;
        $set = $id % self::SETS * $setBytes;
        fseek($file, $set);
        $entries = str_split(str_pad((string) fread($file, $setBytes), $setBytes, "\0"), self::ENTRY_BYTES);

        $place = 0;
        $fullAt = PHP_INT_MAX;
        $isKnown = false;
        foreach ($entries as $i => $entry) {
            ['id' => $who, 'at' => $at] = (array) unpack('Pid/Pat', $entry);
            // A bucket fills within $fills. A later time means that the clock was set back: the bucket is full.
            $at = $at > $now + $fills + self::LATER_MS ? $now : max($now, $at);
            $isKnown = $who === $id;
            if ($isKnown || $at < $fullAt) {
                [$place, $fullAt] = [$i, $at];
            }
            if ($isKnown) {
                break;
            }
        }
        if ($tokens < 0 && ! $isKnown) {
            return 0.0; // another user has the bucket by now
        }

        // A taker needs one token, and there is one while the bucket is full again within what burst - 1 tokens take.
        $late = $fullAt - ($now + $fills - $cost);
        if ($tokens > 0 && $late > 0) {
            return $late / 1000;
        }
        fseek($file, $set + $place * self::ENTRY_BYTES);
        @fwrite($file, pack('PP', $id, max(0, $fullAt + $tokens * $cost)));

        return 0.0;
    }
}
