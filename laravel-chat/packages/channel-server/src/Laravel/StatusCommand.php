<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Server\Address;
use Illuminate\Console\Command;
use InvalidArgumentException;

/** Asks a running server how it is; exit status 0 where it is well, 1 where it is not or not there. */
final class StatusCommand extends Command
{
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
        // Plain figures: those with labels, and the sums of histograms, are for Prometheus.
        preg_match_all('/^(\w+(?<!_sum|_count)) (\S+)$/m', $metrics, $plain, PREG_SET_ORDER);
        foreach ($plain as [, $name, $value]) {
            $rows[] = [$name, $value];
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
