<?php

declare(strict_types=1);

namespace App;

/** A clock that is never set: for how long things take and when they are due. */
final class Clock
{
    /** @return float seconds since some moment */
    public static function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
