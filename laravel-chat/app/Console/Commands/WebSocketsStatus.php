<?php

declare(strict_types=1);

namespace App\Console\Commands;

use Illuminate\Console\Command;
use InvalidArgumentException;
use WebSockets\Server\Address;

/** Asks a running loop how it is; exit status 0 where it is well, 1 where it is not or not there. */
final class WebSocketsStatus extends Command
{
    // The figures a person looks for first; /metrics has the rest.
    private const SHOWN = ['chat_connections', 'chat_users_online', 'chat_messages_stored_total', 'chat_deliveries_total', 'chat_buffered_bytes', 'chat_loop_lag_seconds'];

    private const TIMEOUT_SECONDS = 3;

    protected $signature = 'websockets:status
        {--address= : Where its HTTP API is: unix:/path or HOST:PORT}';

    protected $description = 'Show how the running WebSocket event loop is';

    public function handle(): int
    {
        try {
            $address = Address::fromText((string) ($this->option('address') ?? config('websockets.api.address')));
        } catch (InvalidArgumentException $misspelt) {
            $this->error($misspelt->getMessage());

            return self::FAILURE;
        }
        $health = $this->fetch($address, '/health');
        if ($health === null) {
            $this->error("No event loop answers at {$address}: start one with php artisan websockets:serve");

            return self::FAILURE;
        }
        $metrics = (string) $this->fetch($address, '/metrics');
        $state = json_decode($health, true);
        $rows = [['status', $state['status'] ?? 'unknown'], ['pid', (string) ($state['pid'] ?? '')], ['event loop', (string) ($state['loop'] ?? '')], ['most connections', (string) ($state['maxConnections'] ?? '')]];
        foreach ($state['parts'] ?? [] as $part => $how) {
            $rows[] = [$part, $how];
        }
        foreach (self::SHOWN as $name) {
            preg_match("/^{$name} (\\S+)$/m", $metrics, $value);
            $rows[] = [$name, $value[1] ?? '?'];
        }
        $this->table([], $rows, 'compact');

        return ($state['status'] ?? null) === 'ok' ? self::SUCCESS : self::FAILURE;
    }

    private function fetch(Address $address, string $path): ?string
    {
        $curl = curl_init($address->http().$path);
        if ($curl === false) {
            return null;
        }
        curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS]
            + ($address->path === null ? [] : [CURLOPT_UNIX_SOCKET_PATH => $address->path]));
        $answer = curl_exec($curl);

        return is_string($answer) ? $answer : null;
    }
}
