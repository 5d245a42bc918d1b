<?php

declare(strict_types=1);

namespace Tests;

use RuntimeException;

/** Stands where the loop stands: keeps what it is asked and answers what the test wants. */
final class FakeLoop
{
    /** @var resource */
    private $process;

    private readonly string $folder;

    public readonly int $port;

    /**
     * @param  array<string, string>  $answers bodies by path
     * @param  int  $status of each answer
     * @param  int  $ms that each answer takes
     */
    public function __construct(array $answers = [], int $status = 200, int $ms = 0)
    {
        $this->folder = sys_get_temp_dir().'/fake-loop-'.getmypid().'-'.bin2hex(random_bytes(4));
        mkdir($this->folder);
        file_put_contents($this->folder.'/answers.json', json_encode([$answers, $status, $ms]));
        file_put_contents($this->folder.'/index.php', <<<'PHP'
            <?php
            file_put_contents(__DIR__.'/asked', json_encode([$_SERVER['REQUEST_METHOD'], $_SERVER['REQUEST_URI'], file_get_contents('php://input')])."\n", FILE_APPEND);
            [$answers, $status, $ms] = json_decode(file_get_contents(__DIR__.'/answers.json'), true);
            usleep($ms * 1000);
            http_response_code($status);
            echo $answers[strtok($_SERVER['REQUEST_URI'], '?')] ?? '{}';
            PHP);

        $socket = stream_socket_server('tcp://127.0.0.1:0') ?: throw new RuntimeException('No port is free.');
        $this->port = (int) substr((string) strrchr((string) stream_socket_get_name($socket, false), ':'), 1);
        fclose($socket);
        $process = proc_open([PHP_BINARY, '-S', "127.0.0.1:{$this->port}", $this->folder.'/index.php'], array_fill(0, 3, ['file', '/dev/null', 'r+']), $pipes);
        $this->process = is_resource($process) ? $process : throw new RuntimeException('The fake loop does not start.');
        for ($try = 0; ! @fsockopen('127.0.0.1', $this->port); $try++) {
            $try < 200 || throw new RuntimeException('The fake loop does not listen.');
            usleep(10_000);
        }
    }

    /** @return list<array{method: string, path: string, query: array<string, string>, body: string}> */
    public function asked(): array
    {
        $asked = [];
        foreach (is_file($this->folder.'/asked') ? (file($this->folder.'/asked') ?: []) : [] as $line) {
            /** @var array{string, string, string} $call */
            $call = json_decode($line, true);
            [$method, $uri, $body] = $call;
            parse_str((string) parse_url($uri, PHP_URL_QUERY), $query);
            /** @var array<string, string> $query a signed query has plain values only */
            $asked[] = ['method' => $method, 'path' => (string) parse_url($uri, PHP_URL_PATH), 'query' => $query, 'body' => $body];
        }

        return $asked;
    }

    /** A test that fails half-way leaves no process behind. */
    public function __destruct()
    {
        $this->stop();
    }

    public function stop(): void
    {
        if (! is_resource($this->process)) {
            return;
        }
        proc_terminate($this->process, SIGKILL);
        proc_close($this->process);
        array_map('unlink', glob($this->folder.'/*') ?: []);
        rmdir($this->folder);
    }
}
