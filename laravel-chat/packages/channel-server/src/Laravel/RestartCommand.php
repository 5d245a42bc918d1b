<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

/**
 * Ends the running server as SIGTERM does: clients are told to reconnect, what is under way is finished. Whoever keeps it running (systemd, Supervisor)
 * starts the next one, with the code and the settings of now.
 */
final class RestartCommand extends RunningServerCommand
{
    private const LOOK_MICROSECONDS = 50_000;

    // Beside what a shutdown may take.
    private const SPARE_SECONDS = 2;

    protected $signature = 'websockets:restart
        {--address= : Where its HTTP API is: unix:/path or HOST:PORT}';

    protected $description = 'End the running WebSocket server, so that its supervisor starts it anew';

    protected function handleServer(RunningServer $server): int
    {
        $pid = $server->pid();
        if ($pid === null) {
            $this->error("No server answers at {$server->address}: start one with php artisan websockets:serve");

            return self::FAILURE;
        }
        // Whoever may listen at a port could name any process of the operator's.
        if (! $this->isServer($pid)) {
            $this->error("What answers at {$server->address} says that it is process $pid, which is no websockets:serve of this machine: it is left alone.");

            return self::FAILURE;
        }
        if (! posix_kill($pid, SIGTERM)) {
            $this->error("The server (process $pid) cannot be told to end: ".posix_strerror(posix_get_last_error()).'. It must be a process of this machine, and yours.');

            return self::FAILURE;
        }
        $until = microtime(true) + (float) config('websockets.shutdown_seconds') + self::SPARE_SECONDS;
        while ($this->runs($pid)) {
            if (microtime(true) > $until) {
                $this->error("The server (process $pid) was told to end and still runs.");

                return self::FAILURE;
            }
            usleep(self::LOOK_MICROSECONDS);
        }
        $this->info("The server (process $pid) has ended; its supervisor starts the next.");

        return self::SUCCESS;
    }

    private function isServer(int $pid): bool
    {
        return in_array('websockets:serve', explode("\0", (string) @file_get_contents("/proc/$pid/cmdline")), true);
    }

    /** A process that has ended is no server any more, though nobody has asked for its exit status yet. */
    private function runs(int $pid): bool
    {
        return posix_kill($pid, 0) && ! str_contains((string) @file_get_contents("/proc/$pid/stat"), ') Z ');
    }
}
