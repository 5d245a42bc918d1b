<?php

declare(strict_types=1);

namespace App\Store;

use App\Chat\Counters;
use App\Contract;

/**
 * Counters in one small file, so that workers which share nothing else count together. A lock makes each addition whole;
 * a file that cannot be written loses a count, never an answer.
 */
final class SharedCounters implements Counters
{
    public function __construct(private readonly string $file)
    {
    }

    public function stored(int $messages, float $seconds): void
    {
        $add = ['chat_messages_stored_total' => $messages, 'chat_insert_seconds_count' => 1, 'chat_insert_seconds_bucket{le="+Inf"}' => 1, 'chat_insert_seconds_sum' => $seconds];
        foreach (Contract::load()->metrics()['chat_insert_seconds']['buckets'] ?? [] as $bound) {
            if ($seconds <= $bound) {
                $add["chat_insert_seconds_bucket{le=\"{$bound}\"}"] = 1;
            }
        }
        $this->add($add);
    }

    public function failed(string $errorCode): void
    {
        $this->add(["chat_errors_total{code=\"{$errorCode}\"}" => 1]);
    }

    /** @return array<string, int|float> by Prometheus series */
    public function all(): array
    {
        $file = @fopen($this->file, 'r');
        if ($file === false) {
            return [];
        }
        flock($file, LOCK_SH);
        $counts = $this->decode((string) stream_get_contents($file));
        fclose($file);

        return $counts;
    }

    /** @param  array<string, int|float>  $add */
    private function add(array $add): void
    {
        $file = @fopen($this->file, 'c+');
        if ($file === false) {
            return;
        }
        flock($file, LOCK_EX);
        $before = (string) stream_get_contents($file);
        $counts = $this->decode($before);
        foreach ($add as $series => $by) {
            $counts[$series] = ($counts[$series] ?? 0) + $by;
        }
        rewind($file);
        // Over what was there, with spaces where it was longer: truncating the file would cost more than all the rest.
        fwrite($file, str_pad(json_encode($counts, JSON_THROW_ON_ERROR), strlen($before)));
        fclose($file);
    }

    /** @return array<string, int|float> */
    private function decode(string $json): array
    {
        $counts = json_decode($json, true);

        return is_array($counts) ? $counts : [];
    }
}
