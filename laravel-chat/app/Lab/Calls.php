<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use App\Contract;
use App\Http\Json;

/** Trouble on demand: each kind occupies the process that runs it. */
final class Calls
{
    public const NAMES = ['cpu', 'wait', 'query', 'call', 'leak', 'upload', 'hash'];

    /** s that another server has to answer; longer than the slowest answer */
    public const CALL_SECONDS = 15;

    /** @var list<string> what this process leaked */
    private static array $kept = [];

    /** The media type that a call takes. */
    public static function mediaType(string $what): string
    {
        return $what === 'upload' ? 'application/octet-stream' : 'application/json';
    }

    /**
     * @return array<string, mixed> what occupy() takes; with `blocking` where the loop may do without standing still
     *
     * @throws ChatError bad_json, lab_invalid, lab_unavailable
     */
    public static function read(string $what, string $body): array
    {
        if ($what === 'upload') {
            return ['bytes' => strlen($body)];
        }
        $fields = Json::object($body);
        $lab = Contract::load()->lab(...);
        $number = fn (string $name, int $min, int $max): array => [
            $name => self::wholeNumber($fields, $name, $min, $max),
        ];
        $call = match ($what) {
            'hash' => $number('cost', $lab('hashCostMin'), $lab('hashCostMax')),
            'leak' => $number('bytes', 1, $lab('leakMaxBytes')),
            'cpu' => array_key_exists('fibonacci', $fields)
                ? $number('fibonacci', 1, $lab('fibonacciMax'))
                : $number('ms', 1, $lab('msMax')),
            default => $number('ms', 1, $lab('msMax')) + ['blocking' => $fields['blocking'] ?? false],
        };
        is_bool($call['blocking'] ?? false) || throw ChatError::of('lab_invalid', 'blocking');
        if ($what === 'call') {
            $call['url'] = (config('lab.call_url') ?? throw ChatError::of('lab_unavailable'))."?ms={$call['ms']}";
        }

        return $call;
    }

    /**
     * @param  array<string, mixed>  $call  as read
     * @return array<string, mixed> what the answer says beside where, what, ms and pid
     *
     * @throws ChatError lab_memory_full, lab_unavailable
     */
    public static function occupy(string $what, array $call): array
    {
        return match ($what) {
            'cpu' => isset($call['fibonacci'])
                ? ['value' => self::nthFibonacci($call['fibonacci'])]
                : self::spin($call['ms']),
            'wait' => self::sleep($call['ms']),
            'query' => SlowQuery::ask($call['ms']),
            'call' => self::callOther($call['url']),
            'leak' => self::leak($call['bytes']),
            'hash' => self::hash($call['cost']),
            default => $call, // an upload is here already
        };
    }

    /**
     * @param  int  $start  ns of hrtime(); how long a call waited for its turn is not in its ms
     * @param  array<string, mixed>  $told
     * @return array<string, mixed>
     */
    public static function answer(string $where, string $what, int $start, array $told): array
    {
        return $told + [
            'where' => $where, 'what' => $what, 'ms' => (int) round((hrtime(true) - $start) / 1e6), 'pid' => getmypid(),
        ];
    }

    /** @return array{bytes: int, kept: int} what was kept */
    public static function freeLeak(): array
    {
        $bytes = self::keptBytes();
        self::$kept = [];

        return ['bytes' => $bytes, 'kept' => 0];
    }

    /** @param  array<array-key, mixed>  $fields */
    private static function wholeNumber(array $fields, string $name, int $min, int $max): int
    {
        $value = $fields[$name] ?? null;
        if (is_float($value) && floor($value) === $value && abs($value) <= $max) {
            $value = (int) $value; // JSON knows one kind of number: 5 is 5.0
        }

        return is_int($value) && $value >= $min && $value <= $max ? $value : throw ChatError::of('lab_invalid', $name);
    }

    /** @return array{} */
    private static function sleep(int $ms): array
    {
        usleep($ms * 1000);

        return [];
    }

    /** @return array{cost: int} as a login does */
    private static function hash(int $cost): array
    {
        password_hash('a password', PASSWORD_BCRYPT, ['cost' => $cost]);

        return ['cost' => $cost];
    }

    /** @return array{} */
    private static function spin(int $ms): array
    {
        $end = hrtime(true) + $ms * 1_000_000;
        while (hrtime(true) < $end);

        return [];
    }

    /** Found the slow way. */
    private static function nthFibonacci(int $n): int
    {
        return $n < 2 ? $n : self::nthFibonacci($n - 1) + self::nthFibonacci($n - 2);
    }

    /**
     * @param  non-empty-string  $url
     * @return array{status: int}
     */
    private static function callOther(string $url): array
    {
        $request = curl_init($url);
        curl_setopt_array(
            $request, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => self::CALL_SECONDS, CURLOPT_NOSIGNAL => true],
        );

        return is_string(curl_exec($request))
            ? ['status' => curl_getinfo($request, CURLINFO_RESPONSE_CODE)]
            : throw ChatError::of('lab_unavailable');
    }

    /**
     * @return array{bytes: int, kept: int} a program on the command line goes on after a request, a worker begins anew
     */
    private static function leak(int $bytes): array
    {
        $isRoom = self::keptBytes() + $bytes <= Contract::load()->lab('keptMaxBytes');
        $isRoom || throw ChatError::of('lab_memory_full');
        self::$kept[] = str_repeat("\1", $bytes); // written to: the kernel gives memory at the first write

        return ['bytes' => $bytes, 'kept' => PHP_SAPI === 'cli' ? self::keptBytes() : 0];
    }

    private static function keptBytes(): int
    {
        return array_sum(array_map(strlen(...), self::$kept));
    }
}
