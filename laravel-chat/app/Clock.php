<?php

declare(strict_types=1);

namespace App;

/** A monotonic clock, for durations and deadlines. */
final class Clock
{
    /** @return float seconds since some moment */
    public static function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
