<?php

declare(strict_types=1);

namespace App;

use Illuminate\Contracts\Cache\Repository;

/**
 * Counts of messages, inserts and errors: all HTTP workers count in the cache that they share, and a loop in its own
 * memory. A key is a Prometheus series: name and labels.
 */
class Metrics
{
    private const KEY = 'count|';

    // These errors are counted, and are never an answer.
    private const FURTHER_CODES = ['receiver_too_slow'];

    public function __construct(private readonly Repository $cache)
    {
    }

    /** @param  float  $seconds  that the insert took */
    public function onStored(int $messages, float $seconds): void
    {
        $this->add('chat_messages_stored_total', $messages);
        $this->add('chat_insert_seconds_count', 1);
        $this->add('chat_insert_seconds_sum', (int) round($seconds * 1e6)); // a cache adds only whole numbers
        $reached = array_filter(self::insertBuckets(), static fn (float|int $bound): bool => $seconds <= $bound);
        $this->add((string) array_key_first($reached), 1); // all() adds the smaller buckets to the larger ones
    }

    public function onError(string $errorCode): void
    {
        $this->add(self::errorSeries($errorCode), 1);
    }

    /** @return array<string, int|float> */
    public function all(): array
    {
        $all = $this->counts([
            'chat_messages_stored_total', 'chat_insert_seconds_count', 'chat_insert_seconds_sum',
        ]);
        $all['chat_insert_seconds_sum'] /= 1e6;
        $most = 0;
        foreach ($this->counts(array_keys(self::insertBuckets())) as $series => $count) {
            $all[$series] = $most += $count;
        }

        /** @var list<string> $codes */
        $codes = [...array_keys(Contract::get('errors')), ...self::FURTHER_CODES];

        return $all + array_filter($this->counts(array_map(self::errorSeries(...), $codes)));
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

    /** @return array<string, float|int> upper bounds by series, in rising order */
    private static function insertBuckets(): array
    {
        $bounds = Contract::get('metrics', 'chat_insert_seconds')['buckets'];
        $name = static fn (float|int|string $bound): string => "chat_insert_seconds_bucket{le=\"{$bound}\"}";

        return array_combine(array_map($name, [...$bounds, '+Inf']), [...$bounds, INF]);
    }

    private static function errorSeries(string $code): string
    {
        return "chat_errors_total{code=\"{$code}\"}";
    }
}
