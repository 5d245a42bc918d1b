<?php

declare(strict_types=1);

namespace App;

/** A monotonic clock, for durations and deadlines. */
final class Clock
{
    /** The time in seconds at which a test stopped it; null: it runs. */
    public static ?float $stoppedAt = null;

    /** @return float seconds since some moment */
    public static function now(): float
    {
        return self::$stoppedAt ?? hrtime(true) * 1e-9;
    }
}
