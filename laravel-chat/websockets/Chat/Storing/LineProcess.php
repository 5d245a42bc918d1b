<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use React\EventLoop\LoopInterface;

/** A child process one talks to in lines, without ever waiting for it. */
final class LineProcess
{
    private const READ_BYTES = 1_048_576;

    /** @var resource|null */
    private $process = null;

    /** @var resource|null */
    private $input = null;

    /** @var resource|null */
    private $output = null;

    private string $unsent = '';

    private string $received = '';

    /**
     * @param  list<string>  $command
     * @param  callable(string): void  $line is told each line of its standard output
     * @param  callable(): void  $ended is told when it ended by itself
     */
    public function __construct(private readonly LoopInterface $loop, private readonly array $command, private $line, private $ended)
    {
    }

    /** @return int|null its process id; null where it cannot be started */
    public function start(): ?int
    {
        $process = @proc_open($this->command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if ($process === false) {
            return null;
        }
        [$this->process, $this->input, $this->output] = [$process, $pipes[0], $pipes[1]];
        stream_set_blocking($this->input, false);
        stream_set_blocking($this->output, false);
        stream_set_read_buffer($this->output, 0);
        $this->loop->addReadStream($this->output, $this->read(...));

        return proc_get_status($process)['pid'];
    }

    /** Nothing happens where it does not run. */
    public function write(string $line): void
    {
        if ($this->input === null) {
            return;
        }
        $waits = $this->unsent !== '';
        $this->unsent .= $line."\n";
        if (! $waits) {
            $this->flush();
            if ($this->unsent !== '' && is_resource($this->input)) {
                $this->loop->addWriteStream($this->input, $this->flush(...));
            }
        }
    }

    /** Ends it; ended() is not told. */
    public function end(int $signal): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, $signal);
            $this->close();
        }
    }

    private function flush(): void
    {
        if ($this->input === null) {
            return;
        }
        // Where nobody reads any more the output ends too, and that is told.
        $this->unsent = substr($this->unsent, (int) @fwrite($this->input, $this->unsent));
        if ($this->unsent === '') {
            $this->loop->removeWriteStream($this->input);
        }
    }

    private function read(): void
    {
        if ($this->output === null) {
            return;
        }
        $bytes = (string) @fread($this->output, self::READ_BYTES);
        if ($bytes === '') {
            if (feof($this->output)) {
                // Closing waits for it: a process that has closed its output and goes on must not hold the loop.
                $this->end(SIGKILL);
                ($this->ended)();
            }

            return;
        }
        $lines = explode("\n", $this->received.$bytes);
        $this->received = (string) array_pop($lines);
        foreach ($lines as $line) {
            ($this->line)($line);
        }
    }

    private function close(): void
    {
        foreach ([$this->input, $this->output] as $pipe) {
            if ($pipe !== null) {
                $this->loop->removeReadStream($pipe);
                $this->loop->removeWriteStream($pipe);
                fclose($pipe);
            }
        }
        if ($this->process !== null) {
            proc_close($this->process);
        }
        $this->process = $this->input = $this->output = null;
        $this->unsent = $this->received = '';
    }
}
