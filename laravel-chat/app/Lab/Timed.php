<?php

declare(strict_types=1);

namespace App\Lab;

/** What a lab call answers: who did it, and for how long. How long it waited for its turn is not in it. */
final class Timed
{
    private readonly int $start;

    public function __construct(private readonly string $where, private readonly string $what)
    {
        $this->start = hrtime(true);
    }

    /**
     * @param  array<string, mixed>  $told  with an `ms` of its own where it had to wait for a turn
     * @return array<string, mixed>
     */
    public function answer(array $told): array
    {
        return [...['where' => $this->where, 'what' => $this->what, 'ms' => self::since($this->start), 'pid' => getmypid()], ...$told];
    }

    /** @param  int  $start  ns of hrtime(); ms since then */
    public static function since(int $start): int
    {
        return (int) round((hrtime(true) - $start) / 1e6);
    }
}
