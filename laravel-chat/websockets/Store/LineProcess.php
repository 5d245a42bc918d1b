<?php

declare(strict_types=1);

namespace WebSockets\Store;

use Closure;
use React\ChildProcess\Process;
use React\EventLoop\LoopInterface;
use React\Stream\ReadableStreamInterface;
use React\Stream\WritableStreamInterface;

/** A child process one talks to in lines, without ever waiting for it. */
final class LineProcess
{
    // A process that the loop starts inherits every client's socket: the port would stay taken, and closed sockets
    // open.
    private const CLOSE_INHERITED = 'for f in /proc/self/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done
        exec "$@"';

    // The message of an exception and the top of its trace.
    private const SAID_BYTES = 1000;

    private readonly Process $process;

    private string $unread = '';

    private bool $isOver = false;

    /**
     * @param  list<string>  $command
     * @param  Closure(string): void  $line  is told each line of its standard output
     * @param  Closure(string): void  $said  is told the beginning of what comes over its standard error
     * @param  Closure(): void  $ended  is told once, when it ended by itself
     */
    public function __construct(LoopInterface $loop, array $command, Closure $line, Closure $said, Closure $ended)
    {
        $words = ['bash', '-c', self::CLOSE_INHERITED, 'bash', ...$command];
        $this->process = new Process('exec '.implode(' ', array_map(escapeshellarg(...), $words)));
        $this->process->start($loop);
        [, $output, $errors] = $this->process->pipes;
        assert($output instanceof ReadableStreamInterface && $errors instanceof ReadableStreamInterface);
        $errors->on('data', static fn (string $text) => $said(substr(trim($text), 0, self::SAID_BYTES)));
        $output->on('data', function (string $bytes) use ($line): void {
            $lines = explode("\n", $this->unread.$bytes);
            $this->unread = (string) array_pop($lines);
            foreach ($lines as $one) {
                $this->isOver || $line($one);
            }
        });
        $output->on('close', function () use ($ended): void {
            $this->isOver || $ended();
            $this->isOver = true;
        });
    }

    public function pid(): ?int
    {
        return $this->process->getPid();
    }

    public function write(string $line): void
    {
        $input = $this->process->stdin;
        assert($input instanceof WritableStreamInterface);
        $input->write("$line\n");
    }

    /** Nothing more is heard of it. */
    public function end(int $signal): void
    {
        $this->isOver = true;
        $this->process->terminate($signal);
    }
}
