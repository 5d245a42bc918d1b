<?php

declare(strict_types=1);

namespace App;

/** A monotonic clock, for durations and deadlines. */
final class Clock
{
    /** Where a test stops it, in seconds; null: it goes on. */
    public static ?float $stoppedAt = null;

    /** @return float seconds since some moment */
    public static function now(): float
    {
        return self::$stoppedAt ?? hrtime(true) * 1e-9;
    }
}
