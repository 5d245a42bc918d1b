<?php

declare(strict_types=1);

namespace WebSockets\Store;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/** A child process one talks to in lines, without ever waiting for it. */
final class LineProcess
{
    private const READ_BYTES = 1_048_576;

    private const REAP_SECONDS = 0.1;

    /** @var resource|null */
    private $process = null;

    /** @var array<resource> told to end and not yet seen to have done so; proc_close() would wait for them */
    private array $ending = [];

    private ?TimerInterface $reaping = null;

    /** @var resource|null */
    private $input = null;

    /** @var resource|null */
    private $output = null;

    /** @var resource|null */
    private $errors = null;

    private string $unsent = '';

    private string $received = '';

    /**
     * @param  list<string>  $command
     * @param  callable(string): void  $line is told each line of its standard output
     * @param  callable(): void  $ended is told when it ended by itself
     * @param  callable(string): void  $complained is told what comes over its standard error: a full one would stop it
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly array $command,
        private $line,
        private $ended,
        private $complained,
    ) {
    }

    /** @return int|null its process id; null where it cannot be started */
    public function start(): ?int
    {
        $process = @proc_open($this->command, [['pipe', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes);
        if ($process === false) {
            return null;
        }
        $this->process = $process;
        [$this->input, $this->output, $this->errors] = $pipes;
        foreach ($pipes as $pipe) {
            stream_set_blocking($pipe, false);
        }
        stream_set_read_buffer($this->output, 0);
        stream_set_read_buffer($this->errors, 0);
        $this->loop->addReadStream($this->output, $this->read(...));
        $this->loop->addReadStream($this->errors, $this->readErrors(...));

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

    /** Tells it to end, and waits for nothing: one in the middle of a system call ends after it. ended() is not told. */
    public function end(int $signal): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, $signal);
            $this->close();
        }
    }

    /** Waits for all that were told to end, then kills those that are left; for the last moment of the loop. */
    public function awaitEnds(float $seconds): void
    {
        $until = hrtime(true) * 1e-9 + $seconds;
        while ($this->ending !== [] && hrtime(true) * 1e-9 < $until) {
            $this->reap();
            usleep(5000);
        }
        foreach ($this->ending as $process) {
            proc_terminate($process, SIGKILL);
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

    private function readErrors(): void
    {
        if ($this->errors === null) {
            return;
        }
        $text = (string) @fread($this->errors, self::READ_BYTES);
        if ($text !== '') {
            ($this->complained)($text);
        } elseif (feof($this->errors)) {
            $this->loop->removeReadStream($this->errors);
        }
    }

    private function close(): void
    {
        $this->readErrors(); // its last words
        foreach ([$this->input, $this->output, $this->errors] as $pipe) {
            if ($pipe !== null) {
                $this->loop->removeReadStream($pipe);
                $this->loop->removeWriteStream($pipe);
                fclose($pipe);
            }
        }
        if ($this->process !== null) {
            $this->ending[] = $this->process;
            $this->reaping ??= $this->loop->addPeriodicTimer(self::REAP_SECONDS, $this->reap(...));
            $this->reap();
        }
        $this->process = $this->input = $this->output = $this->errors = null;
        $this->unsent = $this->received = '';
    }

    private function reap(): void
    {
        $this->ending = array_filter($this->ending, static fn ($process): bool => proc_get_status($process)['running']);
        if ($this->ending === [] && $this->reaping !== null) {
            $this->loop->cancelTimer($this->reaping);
            $this->reaping = null;
        }
    }
}
