<?php

declare(strict_types=1);

namespace App\Http;

use App\Broadcasting\SocketServer;
use App\Contract;
use App\WorkerMetrics;
use Stringable;

/** Prometheus text 0.0.4: what the sockets' server says of itself, plus what the HTTP workers count together. */
final class MetricsText implements Stringable
{
    // Each loop counts the users of all, and the slowest loop's lag matters.
    private const NOT_SUMMED = ['chat_users_online', 'chat_loop_lag_seconds'];

    public function __construct(
        private readonly SocketServer $sockets,
        private readonly WorkerMetrics $workers,
    ) {
    }

    public function __toString(): string
    {
        $series = $this->socketSeries();
        foreach ($this->workers->all() as $name => $value) {
            $series[$name] = ($series[$name] ?? 0) + $value;
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

    /** @return array<string, float> of all loops of this host together */
    private function socketSeries(): array
    {
        preg_match_all('/^(chat_\w+(?:\{[^}]*\})?) (\S+)$/m', $this->sockets->metrics(), $lines, PREG_SET_ORDER);
        $series = [];
        foreach ($lines as [, $name, $value]) {
            $series[$name] = in_array($name, self::NOT_SUMMED, true)
                ? max($series[$name] ?? 0.0, (float) $value)
                : ($series[$name] ?? 0.0) + (float) $value;
        }

        return $series;
    }
}
