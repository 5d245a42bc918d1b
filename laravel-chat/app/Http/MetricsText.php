<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\SocketServer;
use App\Contract;
use App\Metrics;
use Stringable;

/** Prometheus text 0.0.4: what the sockets' server says of itself, plus what the HTTP workers count together. */
final class MetricsText implements Stringable
{
    // Each loop counts the users of all, and the slowest loop's lag matters: of these the largest value is shown.
    private const NOT_SUMMED = ['chat_users_online', 'chat_loop_lag_seconds'];

    public function __construct(private readonly SocketServer $sockets, private readonly Metrics $metrics)
    {
    }

    public function __toString(): string
    {
        $series = [];
        foreach ([...$this->sockets->metrics(), $this->metrics->all() + self::pool()] as $part) {
            foreach ($part as $name => $value) {
                $other = $series[$name] ?? 0;
                $series[$name] = in_array($name, self::NOT_SUMMED, true) ? max($other, $value) : $other + $value;
            }
        }

        $text = '';
        foreach (Contract::get('metrics') as $name => $metric) {
            $text .= "# HELP {$name} {$metric['help']}\n# TYPE {$name} {$metric['type']}\n";
            foreach ($series as $key => $value) {
                if (preg_match("/^{$name}(?:_bucket|_sum|_count)?(?:\\{|\$)/", (string) $key) === 1) {
                    $text .= "{$key} {$value}\n";
                }
            }
        }

        return $text;
    }

    /** @return array<string, int> of php-fpm's pool; PHP's built-in server tells nobody what its workers do */
    private static function pool(): array
    {
        $fpm = function_exists('fpm_get_status') ? fpm_get_status() : false;

        return is_array($fpm)
            ? ['chat_workers_busy' => $fpm['active-processes'], 'chat_workers_idle' => $fpm['idle-processes']]
            : [];
    }
}
