<?php

declare(strict_types=1);

namespace WebSockets\Chat;

/** A Prometheus histogram. */
final class Histogram
{
    /** @var array<int, int> observations by bucket, the last one beyond all bounds */
    private array $counts;

    private float $sum = 0.0;

    private int $total = 0;

    /** @param  list<float|int>  $bounds upper bounds, rising */
    public function __construct(private readonly array $bounds)
    {
        $this->counts = array_fill(0, count($bounds) + 1, 0);
    }

    public function observe(float $value): void
    {
        $this->sum += $value;
        $this->total++;
        foreach ($this->bounds as $i => $bound) {
            if ($value <= $bound) {
                $this->counts[$i]++;

                return;
            }
        }
        $this->counts[count($this->bounds)]++;
    }

    public function text(string $name): string
    {
        $text = '';
        $cumulated = 0;
        foreach ($this->bounds as $i => $bound) {
            $cumulated += $this->counts[$i];
            $text .= "{$name}_bucket{le=\"$bound\"} $cumulated\n";
        }

        $text .= "{$name}_bucket{le=\"+Inf\"} {$this->total}\n";

        return $text."{$name}_sum {$this->sum}\n{$name}_count {$this->total}\n";
    }
}
