<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use RuntimeException;

/** Debian's redis-server on a unix socket in a temporary folder. */
final class RedisServer
{
    public readonly string $url;

    private readonly string $path;

    /** @var resource|null */
    private $process = null;

    /** @param  list<string>  $options  of redis-server */
    public function __construct(private readonly array $options = [])
    {
        $this->path = sys_get_temp_dir().'/redis-'.getmypid().'-'.bin2hex(random_bytes(4)).'.sock';
        $this->url = "unix:{$this->path}";
        $this->start();
    }

    public function start(): void
    {
        $words = ['redis-server', '--port', '0', '--unixsocket', $this->path, '--save', '', ...$this->options];
        $this->process = proc_open($words, [1 => ['file', '/dev/null', 'w']], $pipes) ?: throw new RuntimeException('no redis-server');
        for ($end = microtime(true) + 60; @stream_socket_client("unix://{$this->path}") === false; usleep(10_000)) {
            microtime(true) < $end || throw new RuntimeException('redis-server does not listen');
        }
    }

    public function signal(int $signal): void
    {
        $this->process === null || proc_terminate($this->process, $signal);
    }

    public function kill(): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, SIGKILL);
            proc_close($this->process);
            $this->process = null;
            @unlink($this->path);
        }
    }
}
