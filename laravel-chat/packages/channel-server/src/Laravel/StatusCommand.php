<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

/** Asks a running server how it is; exit status 0 where it is well, 1 where it is not or not there. */
final class StatusCommand extends RunningServerCommand
{
    protected $signature = 'websockets:status
        {--address= : Where its HTTP API is: unix:/path or HOST:PORT}';

    protected $description = 'Show how the running WebSocket event loop is';

    protected function handleServer(RunningServer $server): int
    {
        $health = $server->get('/health');
        if ($health === null) {
            $this->error("No event loop answers at {$server->address}: start one with php artisan websockets:serve");

            return self::FAILURE;
        }
        $metrics = (string) $server->get('/metrics');
        $state = json_decode($health, true);
        $rows = [['status', $state['status'] ?? 'unknown'], ['pid', (string) ($state['pid'] ?? '')], ['event loop', (string) ($state['loop'] ?? '')], ['most connections', (string) ($state['maxConnections'] ?? '')]];
        foreach ($state['parts'] ?? [] as $part => $how) {
            $rows[] = [$part, $how];
        }
        // Counters and gauges: histograms are for Prometheus.
        preg_match_all('/^(\w+(?<!_sum|_count|_bucket)(?:\{.*\})?) (\S+)$/m', $metrics, $plain, PREG_SET_ORDER);
        foreach ($plain as [, $name, $value]) {
            $rows[] = [$name, $value];
        }
        $this->table([], $rows, 'compact');

        return ($state['status'] ?? null) === 'ok' ? self::SUCCESS : self::FAILURE;
    }
}
