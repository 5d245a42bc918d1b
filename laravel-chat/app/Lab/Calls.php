<?php

declare(strict_types=1);

namespace App\Lab;

use App\ChatError;
use App\Contract;
use App\Http\Json;
use App\Http\Middleware\CheckBody;
use GuzzleHttp\Exception\TransferException;
use Illuminate\Http\Client\ConnectionException;
use Illuminate\Support\Facades\Http;

/** Trouble on demand: each kind occupies the process that runs it. */
final class Calls
{
    /** Seconds that another server has to answer: longer than the slowest answer takes. */
    public const CALL_SECONDS = 15;

    /**
     * @param  string  $type  the header Content-Type
     * @return array<string, mixed> what occupy() takes; `blocking: false`: the loop can wait without standing still
     *
     * @throws ChatError unsupported_media_type, body_too_large, bad_json, lab_invalid, lab_unavailable
     */
    public static function read(string $what, string $type, string $body): array
    {
        CheckBody::check($type, $body, $what === 'upload' ? 'application/octet-stream' : 'application/json');
        if ($what === 'upload') {
            return ['bytes' => strlen($body)];
        }
        $fields = Json::object($body);
        $lab = static fn (string $name): int => Contract::get('lab', $name);
        $number = fn (string $name, int $min, int $max): array => [
            $name => self::wholeNumber($fields, $name, $min, $max),
        ];
        $call = match (true) {
            $what === 'hash' => $number('cost', $lab('hashCostMin'), $lab('hashCostMax')),
            $what === 'cpu' => $number('ms', 1, $lab('msMax')),
            default => $number('ms', 1, $lab('msMax')) + ['blocking' => $fields['blocking'] ?? false],
        };
        if (! is_bool($call['blocking'] ?? false)) {
            throw ChatError::of('lab_invalid', 'blocking');
        }
        if ($what === 'call') {
            $call['url'] = (config('lab.call_url') ?? throw ChatError::of('lab_unavailable'))."?ms={$call['ms']}";
        }

        return $call;
    }

    /**
     * @param  array<string, mixed>  $call  as read
     * @return array<string, mixed> what the answer says beside where, what, ms and pid
     *
     * @throws ChatError lab_unavailable
     */
    public static function occupy(string $what, array $call): array
    {
        return match ($what) {
            'cpu' => self::spin($call['ms']),
            'wait' => self::sleep($call['ms']),
            'query' => SlowQuery::ask($call['ms']),
            'call' => self::callOther($call['url']),
            'hash' => self::hash($call['cost']),
            default => $call, // an upload is here already
        };
    }

    /**
     * @param  int  $start  ns of hrtime(); how long a call waited for its turn is not in its ms
     * @param  array<string, mixed>  $result  by occupy()
     * @return array<string, mixed>
     */
    public static function answer(string $where, string $what, int $start, array $result): array
    {
        return $result + [
            'where' => $where, 'what' => $what, 'ms' => (int) round((hrtime(true) - $start) / 1e6), 'pid' => getmypid(),
        ];
    }

    /** @param  array<array-key, mixed>  $fields */
    private static function wholeNumber(array $fields, string $name, int $min, int $max): int
    {
        $value = $fields[$name] ?? null;
        $range = ['options' => ['min_range' => $min, 'max_range' => $max]];
        // JSON knows one kind of number: 5.0 is 5.
        $number = is_int($value) || is_float($value) ? filter_var($value, FILTER_VALIDATE_INT, $range) : false;

        return $number !== false ? $number : throw ChatError::of('lab_invalid', $name);
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

    /** @return array{status: int} */
    private static function callOther(string $url): array
    {
        try {
            return ['status' => Http::timeout(self::CALL_SECONDS)->withoutRedirecting()->get($url)->status()];
        } catch (ConnectionException|TransferException) {
            throw ChatError::of('lab_unavailable');
        }
    }
}
