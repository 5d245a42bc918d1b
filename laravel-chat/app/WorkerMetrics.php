<?php

declare(strict_types=1);

namespace App;

use Illuminate\Contracts\Cache\Repository;

/** What all HTTP workers count together, in the cache that they share, by Prometheus series: name and labels. */
final class WorkerMetrics
{
    private const KEY = 'count|';

    public function __construct(private readonly Repository $cache)
    {
    }

    /** @param  float  $seconds that the insert took */
    public function stored(int $messages, float $seconds): void
    {
        $this->add('chat_messages_stored_total', $messages);
        $this->add('chat_insert_seconds_count', 1);
        $this->add('chat_insert_seconds_sum', (int) round($seconds * 1e6)); // a cache adds whole numbers alone
        foreach (self::insertBuckets() as $series => $bound) {
            $seconds <= $bound && $this->add($series, 1);
        }
    }

    public function failed(string $errorCode): void
    {
        $this->add(self::errors($errorCode), 1);
    }

    /** @return array<string, int|float> */
    public function all(): array
    {
        $inserts = [...array_keys(self::insertBuckets()), 'chat_insert_seconds_sum', 'chat_insert_seconds_count'];
        $all = $this->counts(['chat_messages_stored_total', ...$inserts]);
        $all['chat_insert_seconds_sum'] /= 1e6;

        return $all + array_filter($this->counts(array_map(self::errors(...), Contract::load()->errorCodes())));
    }

    /**
     * @param  list<string>  $series
     * @return array<string, int>
     */
    private function counts(array $series): array
    {
        $count = fn (string $name): int => (int) $this->cache->get(self::KEY.$name);

        return array_combine($series, array_map($count, $series));
    }

    private function add(string $series, int $by): void
    {
        $this->cache->increment(self::KEY.$series, $by);
    }

    /** @return array<string, float|int> upper bounds by series */
    private static function insertBuckets(): array
    {
        $bounds = Contract::load()->metrics()['chat_insert_seconds']['buckets'] ?? [];
        $name = static fn (float|int|string $bound): string => "chat_insert_seconds_bucket{le=\"{$bound}\"}";

        return array_combine(array_map($name, [...$bounds, '+Inf']), [...$bounds, INF]);
    }

    private static function errors(string $code): string
    {
        return "chat_errors_total{code=\"{$code}\"}";
    }
}
