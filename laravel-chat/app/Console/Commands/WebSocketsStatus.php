<?php

declare(strict_types=1);

namespace App\Console\Commands;

use Illuminate\Console\Command;

/** Asks a running loop how it is; exit status 0 where it is well, 1 where it is not or not there. */
final class WebSocketsStatus extends Command
{
    // The figures a person looks for first; /metrics has the rest.
    private const SHOWN = ['chat_connections', 'chat_users_online', 'chat_messages_stored_total', 'chat_deliveries_total', 'chat_buffered_bytes', 'chat_loop_lag_seconds'];

    private const TIMEOUT_SECONDS = 3.0;

    protected $signature = 'websockets:status
        {--host= : Address of the loop}
        {--port= : Port of the loop}';

    protected $description = 'Show how the running WebSocket event loop is';

    public function handle(): int
    {
        $host = (string) ($this->option('host') ?? config('websockets.host'));
        $port = (int) ($this->option('port') ?? config('websockets.dashboard.port'));
        $health = $this->fetch("http://{$host}:{$port}/health");
        if ($health === null) {
            $this->error("No event loop answers at {$host}:{$port}: start one with php artisan websockets:serve --host={$host} --port={$port}");

            return self::FAILURE;
        }
        $state = json_decode($health, true);
        $rows = [['status', $state['status'] ?? 'unknown'], ['pid', (string) ($state['pid'] ?? '')], ['event loop', (string) ($state['loop'] ?? '')], ['most connections', (string) ($state['maxConnections'] ?? '')]];
        foreach ($state['parts'] ?? [] as $part => $how) {
            $rows[] = [$part, $how];
        }
        foreach (self::SHOWN as $name) {
            preg_match("/^{$name} (\\S+)$/m", (string) $this->fetch("http://{$host}:{$port}/metrics"), $value);
            $rows[] = [$name, $value[1] ?? '?'];
        }
        $this->table([], $rows, 'compact');

        return ($state['status'] ?? null) === 'ok' ? self::SUCCESS : self::FAILURE;
    }

    private function fetch(string $url): ?string
    {
        $answer = @file_get_contents($url, false, stream_context_create(['http' => ['timeout' => self::TIMEOUT_SECONDS, 'ignore_errors' => true]]));

        return $answer === false ? null : $answer;
    }
}
