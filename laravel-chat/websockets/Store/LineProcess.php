<?php

declare(strict_types=1);

namespace WebSockets\Store;

use App\Clock;
use App\JsonText;
use Closure;
use React\ChildProcess\Process;
use React\EventLoop\LoopInterface;
use React\Stream\ReadableStreamInterface;
use React\Stream\WritableResourceStream;

/** A child process that answers each line of JSON by one, in order. The loop never waits for it. */
final class LineProcess
{
    // A child process inherits every client's socket, and would keep the port and closed sockets open.
    private const CLOSE_INHERITED = 'for f in /proc/self/fd/*; do n=${f##*/}; ((n > 2)) && eval "exec $n>&-"; done
        exec "$@"';

    // So many bytes hold the message of an exception and the top of its trace.
    private const SAID_BYTES = 1000;

    private readonly Process $process;

    private string $unread = '';

    /** @var list<array{Closure(?array<string, mixed>): void, float}> calls without an answer: who waits, since when */
    private array $waiting = [];

    private bool $isOver = false;

    /**
     * @param  list<string>  $command
     * @param  Closure(string): void  $onOutput  gets the beginning of each output that is no answer
     * @param  Closure(): void  $onEnd  is called once, if the process ends by itself
     */
    public function __construct(
        LoopInterface $loop,
        array $command,
        private readonly Closure $onOutput,
        Closure $onEnd,
    ) {
        $words = ['bash', '-c', self::CLOSE_INHERITED, 'bash', ...$command];
        $this->process = new Process('exec '.implode(' ', array_map(escapeshellarg(...), $words)));
        $this->process->start($loop);
        [, $output, $errors] = $this->process->pipes;
        assert($output instanceof ReadableStreamInterface && $errors instanceof ReadableStreamInterface);
        $errors->on('data', $this->reportOutput(...));
        $output->on('data', $this->onData(...));
        $output->on('close', function () use ($onEnd): void {
            if (! $this->isOver) {
                $this->isOver = true;
                $onEnd();
                $this->answerNull();
            }
        });
    }

    public function pid(): ?int
    {
        return $this->process->getPid();
    }

    /**
     * @param  mixed  $call  becomes JSON
     * @param  Closure(?array<string, mixed>): void  $done  gets the answer; null if the process ended first
     */
    public function call(mixed $call, Closure $done): void
    {
        $input = $this->process->stdin;
        assert($input instanceof WritableResourceStream);
        $this->waiting[] = [$done, Clock::now()];
        $input->write(JsonText::of($call)."\n");
        // The stream itself would send in a later turn, and this turn may broadcast first.
        if ($input->isWritable()) {
            $input->handleWrite();
        }
    }

    /** Returns how long the oldest call has waited for its answer; 0: no call waits. */
    public function oldestWaitSeconds(): float
    {
        return $this->waiting === [] ? 0.0 : Clock::now() - $this->waiting[0][1];
    }

    /** Ends the process without a call of $onEnd. Calls that have no answer get null. */
    public function end(int $signal): void
    {
        $this->isOver = true;
        $this->process->terminate($signal);
        $this->answerNull();
    }

    private function onData(string $bytes): void
    {
        $this->unread .= $bytes;
        // A line is taken off before its call's $done runs: if that throws, later lines still find their calls.
        while (str_contains($this->unread, "\n")) {
            [$line, $this->unread] = explode("\n", $this->unread, 2);
            $answer = json_decode($line, true);
            if (! is_array($answer) && $line !== 'null') {
                $this->reportOutput($line);
            } elseif ($this->waiting !== []) {
                [$done] = array_shift($this->waiting);
                $done($answer);
            }
        }
    }

    private function reportOutput(string $text): void
    {
        ($this->onOutput)(substr(trim($text), 0, self::SAID_BYTES));
    }

    private function answerNull(): void
    {
        [$waiting, $this->waiting] = [$this->waiting, []];
        foreach ($waiting as [$done]) {
            $done(null);
        }
    }
}
