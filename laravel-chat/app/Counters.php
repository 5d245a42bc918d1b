<?php

declare(strict_types=1);

namespace App;

use Illuminate\Contracts\Cache\Repository;

/** Counts of all HTTP workers, in the cache that they share, by Prometheus series: name and labels. */
final class Counters
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
        $this->add('chat_insert_seconds_bucket{le="+Inf"}', 1);
        $this->add('chat_insert_seconds_sum', (int) round($seconds * 1e6)); // a cache adds whole numbers alone
        foreach (Contract::load()->metrics()['chat_insert_seconds']['buckets'] ?? [] as $bound) {
            $seconds <= $bound && $this->add("chat_insert_seconds_bucket{le=\"{$bound}\"}", 1);
        }
    }

    public function failed(string $errorCode): void
    {
        $this->add(self::errors($errorCode), 1);
    }

    /**
     * @param  list<string>  $series  that may have been counted
     * @return array<string, int|float> those that were
     */
    public function all(array $series): array
    {
        $series = [...$series, ...array_map(self::errors(...), Contract::load()->errorCodes())];
        $counts = [];
        foreach ($series as $name) {
            $count = $this->cache->get(self::KEY.$name);
            $count === null || $counts[$name] = $name === 'chat_insert_seconds_sum' ? $count / 1e6 : $count;
        }

        return $counts;
    }

    private function add(string $series, int $by): void
    {
        $this->cache->increment(self::KEY.$series, $by);
    }

    private static function errors(string $code): string
    {
        return "chat_errors_total{code=\"{$code}\"}";
    }
}
