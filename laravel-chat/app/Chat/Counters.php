<?php

declare(strict_types=1);

namespace App\Chat;

/** What the HTTP workers count together. */
interface Counters
{
    /** @param  float  $seconds that the insert took */
    public function stored(int $messages, float $seconds): void;

    public function failed(string $errorCode): void;

    /** @return array<string, int|float> by Prometheus series: name and labels */
    public function all(): array;
}
