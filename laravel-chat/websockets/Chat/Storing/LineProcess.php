<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

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
        for ($until = hrtime(true) * 1e-9 + $seconds; $this->ending !== [] && hrtime(true) * 1e-9 < $until; usleep(5000)) {
            $this->reap();
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
            $this->ending[] = $this->process;
            $this->reaping ??= $this->loop->addPeriodicTimer(self::REAP_SECONDS, $this->reap(...));
            $this->reap();
        }
        $this->process = $this->input = $this->output = null;
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
