<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use PDO;
use React\EventLoop\LoopInterface;
use ReactEpoll\EpollLoop;
use RuntimeException;

/** `artisan websockets:serve` as it is started in earnest, with a store of its own in a temporary folder. */
final class ServeProcess
{
    /** A SQLite store with one user and no messages. */
    private static string $migrated = '';

    private readonly LoopInterface $loop;

    public readonly string $folder;

    public readonly int $port;

    public readonly int $pid;

    /** @var resource */
    private $process;

    /** @param  array<string, string>  $env */
    public function __construct(array $env = [])
    {
        $this->loop = new EpollLoop;
        $this->folder = sys_get_temp_dir().'/serve-'.getmypid().'-'.bin2hex(random_bytes(4));
        mkdir($this->folder);
        $env += ['PATH' => (string) getenv('PATH'), 'CHAT_DATA' => $this->folder, 'PUSHER_APP_ID' => '1', 'PUSHER_APP_KEY' => 'key', 'PUSHER_APP_SECRET' => 'secret', 'CHAT_PORT' => '8000', 'DB_CONNECTION' => 'sqlite'];
        if (self::$migrated === '') {
            $this->artisan(['migrate', '--force'], $env);
            $this->database()->exec("insert into users (id, name, password, key, created_at) values (1, 'ann', 'x', 'ann', '2026-01-01 00:00:00.000')");
            self::$migrated = (string) file_get_contents("{$this->folder}/chat.sqlite");
        }
        file_put_contents("{$this->folder}/chat.sqlite", self::$migrated);
        $process = proc_open([PHP_BINARY, 'artisan', 'websockets:serve', '--host=127.0.0.1', '--port=0'], [1 => ['file', "{$this->folder}/log", 'w'], 2 => ['file', "{$this->folder}/err", 'w']], $pipes, dirname(__DIR__, 3), $env);
        $this->process = is_resource($process) ? $process : throw new RuntimeException('websockets:serve cannot be started');
        $this->pid = proc_get_status($this->process)['pid'];
        $url = '';
        try {
            $this->until(function () use (&$url): bool {
                $url = (string) ($this->log('started')[0]['url'] ?? '');

                return $url !== '' && str_contains((string) @file_get_contents(preg_replace('/^ws/', 'http', $url).'/health'), '"status":"ok"');
            }, 'a healthy start; said: '.@file_get_contents("{$this->folder}/log").@file_get_contents("{$this->folder}/err"));
        } catch (RuntimeException $vain) {
            $this->end();
            throw $vain;
        }
        $this->port = (int) parse_url($url, PHP_URL_PORT);
    }

    public function database(): PDO
    {
        return new PDO("sqlite:{$this->folder}/chat.sqlite", options: [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
    }

    /** @return list<array<string, mixed>> */
    public function log(string $event): array
    {
        $lines = array_map(static fn (string $line) => json_decode($line, true), file("{$this->folder}/log", FILE_IGNORE_NEW_LINES) ?: []);

        return array_values(array_filter($lines, static fn (mixed $line): bool => is_array($line) && $line['event'] === $event));
    }

    /** @return int the exit status */
    public function waitForEnd(): int
    {
        $status = ['running' => true, 'exitcode' => -1];
        $this->until(function () use (&$status): bool {
            $status = proc_get_status($this->process);

            return ! $status['running'];
        }, 'the end of websockets:serve', 12.0);

        return (int) $status['exitcode'];
    }

    public function end(): void
    {
        if (proc_get_status($this->process)['running']) {
            proc_terminate($this->process, SIGKILL);
        }
        proc_close($this->process);
        // The storing process may still be closing the database, and takes its -wal and -shm files away itself.
        array_map(static fn (string $file): bool => @unlink($file), glob("{$this->folder}/*") ?: []);
        @rmdir($this->folder);
    }

    public function peer(): Peer
    {
        return new Peer($this, $this->loop, "tcp://127.0.0.1:{$this->port}");
    }

    /** @param  callable(): bool  $done */
    public function until(callable $done, string $what, float $seconds = 60.0): void
    {
        for ($end = microtime(true) + $seconds; ! $done(); $this->loop->run()) {
            microtime(true) < $end || throw new RuntimeException("Waited {$seconds} s in vain for {$what}");
            $this->loop->addTimer(0.02, $this->loop->stop(...));
        }
    }

    /**
     * @param  list<string>  $arguments
     * @param  array<string, string>  $env
     */
    private function artisan(array $arguments, array $env): void
    {
        $process = proc_open([PHP_BINARY, 'artisan', ...$arguments], [1 => ['file', '/dev/null', 'w']], $pipes, dirname(__DIR__, 3), $env);
        if (! is_resource($process) || proc_close($process) !== 0) {
            throw new RuntimeException('artisan '.implode(' ', $arguments).' failed');
        }
    }
}
