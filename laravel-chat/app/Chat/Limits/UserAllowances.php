<?php

declare(strict_types=1);

namespace App\Chat\Limits;

/**
 * A token bucket per user, shared by all workers, in one small file: who is counted here asks the database for nothing but messages. Kept as the
 * time at which the bucket will be full again (the generic cell rate algorithm, ITU-T I.371, in its virtual scheduling form).
 *
 * The file is a set-associative table. A user's set is named by their id, and where more of its users come at once than it has entries,
 * the one that is nearest to full is forgotten. A file that cannot be read or written lets everybody through.
 */
abstract class UserAllowances
{
    private const SETS = 1024;

    private const ENTRIES = 8; // of a set

    private const ENTRY_BYTES = 16; // user id and ms, 64 bits each

    // Workers look at the clock before they wait for the lock, so that one may find what another wrote later.
    private const LATER_MS = 10_000;

    /** @param  ?string  $file  null: no rate limit */
    public function __construct(private readonly ?string $file)
    {
    }

    /** @return array{float, int} tokens a second, and of a full bucket */
    abstract protected function rate(): array;

    /** @return float seconds to wait, 0 where a token was taken */
    public function take(string $userId): float
    {
        $file = $this->file === null ? false : @fopen($this->file, 'c+');
        if ($file === false) {
            return 0.0;
        }
        try {
            flock($file, LOCK_EX);

            return $this->takeFrom($file, (int) $userId, (int) now()->getTimestampMs());
        } finally {
            fclose($file);
        }
    }

    /** @param  resource  $file */
    private function takeFrom(mixed $file, int $id, int $now): float
    {
        [$perSecond, $burst] = $this->rate();
        $cost = (int) (1000 / $perSecond);
        $fills = $burst * $cost; // ms
        $set = $id % self::SETS * self::ENTRIES * self::ENTRY_BYTES;
        fseek($file, $set);
        $entries = str_split(str_pad((string) fread($file, self::ENTRIES * self::ENTRY_BYTES), self::ENTRIES * self::ENTRY_BYTES, "\0"), self::ENTRY_BYTES);

        $place = 0;
        $fullAt = $now;
        $nearest = PHP_INT_MAX;
        foreach ($entries as $i => $entry) {
            ['id' => $who, 'at' => $at] = (array) unpack('Pid/Pat', $entry);
            // No bucket needs longer than this to fill: a later time is of a clock that was set back since, and the bucket is full.
            $at = $at > $now + $fills + self::LATER_MS ? $now : max($now, $at);
            if ($who === $id) {
                [$place, $fullAt] = [$i, $at];
                break;
            }
            if ($at < $nearest) {
                [$place, $nearest] = [$i, $at];
            }
        }

        // One token is left while the bucket is full again within what burst - 1 tokens take.
        $late = $fullAt - ($now + $fills - $cost);
        if ($late > 0) {
            return $late / 1000;
        }
        fseek($file, $set + $place * self::ENTRY_BYTES);
        @fwrite($file, pack('PP', $id, $fullAt + $cost));

        return 0.0;
    }
}
