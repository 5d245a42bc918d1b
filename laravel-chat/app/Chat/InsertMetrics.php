<?php

declare(strict_types=1);

namespace App\Chat;

/** Counts inserts into the store. */
interface InsertMetrics
{
    /** @param  float  $seconds  that the insert took */
    public function onStored(int $messages, float $seconds): void;
}
