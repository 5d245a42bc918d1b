<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use React\EventLoop\LoopInterface;
use WebSockets\Log;

/**
 * The store behind a process of its own, so that a slow or dead database never stops the loop. Lines of JSON go over its
 * standard input and output (StoreWorker is the other end); when it dies another one is started.
 */
final class StoreProcess implements Store
{
    // A process that dies at once, again and again, is not started faster than this.
    private const LONGEST_BACKOFF_SECONDS = 2.0;

    private const FIRST_BACKOFF_SECONDS = 0.05;

    private const READ_BYTES = 1_048_576;

    private StoreAnswers $answers;

    /** @var resource|null */
    private $process = null;

    /** @var resource|null */
    private $input = null;

    /** @var resource|null */
    private $output = null;

    private string $unsent = '';

    private string $received = '';

    private float $backoff = self::FIRST_BACKOFF_SECONDS;

    private bool $stopped = false;

    /** @param  list<string>  $command */
    public function __construct(private readonly LoopInterface $loop, private readonly Log $log, private readonly array $command)
    {
    }

    public function start(StoreAnswers $answers): void
    {
        $this->answers = $answers;
        $this->spawn();
    }

    public function send(int $number, array $batch): void
    {
        $messages = [];
        foreach ($batch as $pending) {
            $new = $pending->message;
            $messages[] = [$new->userId, $new->userName, $new->text, $new->clientId];
        }
        $this->write(['n' => $number, 'messages' => $messages]);
    }

    public function ask(): void
    {
        $this->write(['ask' => true]);
    }

    public function restart(string $why): void
    {
        if ($this->process !== null) {
            proc_terminate($this->process, SIGKILL);
            $this->died($why);
        }
    }

    public function stop(): void
    {
        $this->stopped = true;
        $this->closePipes();
        if ($this->process !== null) {
            proc_terminate($this->process, SIGTERM);
            proc_close($this->process);
            $this->process = null;
        }
    }

    private function spawn(): void
    {
        $process = @proc_open($this->command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $pipes);
        if ($process === false) {
            $this->later('the storing process cannot be started');

            return;
        }
        [$this->process, $this->input, $this->output] = [$process, $pipes[0], $pipes[1]];
        stream_set_blocking($this->input, false);
        stream_set_blocking($this->output, false);
        stream_set_read_buffer($this->output, 0);
        $this->unsent = $this->received = '';
        $this->loop->addReadStream($this->output, $this->read(...));
        $this->log->write('store_started', ['pid' => proc_get_status($process)['pid']]);
    }

    /** @param  array<string, mixed>  $line */
    private function write(array $line): void
    {
        if ($this->input === null) {
            return;
        }
        $waits = $this->unsent !== '';
        $this->unsent .= json_encode($line, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR)."\n";
        if (! $waits) {
            $this->flush();
            if ($this->unsent !== '' && $this->input !== null) {
                $this->loop->addWriteStream($this->input, $this->flush(...));
            }
        }
    }

    private function flush(): void
    {
        if ($this->input === null) {
            return;
        }
        // A pipe whose reader is gone: its end of reading tells, and the batch goes to the next process.
        $written = (int) @fwrite($this->input, $this->unsent);
        $this->unsent = substr($this->unsent, $written);
        if ($this->unsent === '') {
            $this->loop->removeWriteStream($this->input);
        }
    }

    private function read(): void
    {
        if ($this->output === null) {
            return;
        }
        $bytes = @fread($this->output, self::READ_BYTES);
        if ($bytes === '' || $bytes === false) {
            if (feof($this->output)) {
                $this->died('the storing process died');
            }

            return;
        }
        $this->received .= $bytes;
        while (($end = strpos($this->received, "\n")) !== false) {
            $line = substr($this->received, 0, $end);
            $this->received = substr($this->received, $end + 1);
            $this->take($line);
        }
    }

    private function take(string $line): void
    {
        $answer = json_decode($line, true);
        if (! is_array($answer)) {
            $this->log->repeatable('store_said', ['line' => $line]);

            return;
        }
        match (true) {
            isset($answer['hello']) => $this->hello($answer['hello']),
            isset($answer['lastId']) => $this->answers->alive($answer['lastId']),
            isset($answer['sent']) => $this->answers->committed($answer['n'], array_map(
                static fn (?array $one): ?Stored => $one === null ? null : new Stored($one[0], $one[1], $one[2]), array_values($answer['sent']),
            ), $answer['seconds']),
            isset($answer['n']) => $this->failed($answer['n'], $answer['why']),
            default => $this->answers->troubled($answer['why'] ?? 'the store is away'),
        };
    }

    private function hello(int $lastId): void
    {
        $this->backoff = self::FIRST_BACKOFF_SECONDS;
        $this->answers->up($lastId);
    }

    private function failed(int $number, string $why): void
    {
        $this->log->repeatable('store_failed', ['why' => $why]);
        $this->answers->failed($number, $why);
    }

    private function died(string $why): void
    {
        $this->closePipes();
        if ($this->process !== null) {
            proc_close($this->process);
            $this->process = null;
        }
        if (! $this->stopped) {
            $this->log->write('store_died', ['why' => $why]);
            $this->later($why);
        }
    }

    private function later(string $why): void
    {
        $this->answers->down($why);
        $this->loop->addTimer($this->backoff, function (): void {
            if (! $this->stopped && $this->process === null) {
                $this->spawn();
            }
        });
        $this->backoff = min(self::LONGEST_BACKOFF_SECONDS, $this->backoff * 2);
    }

    private function closePipes(): void
    {
        if ($this->input !== null) {
            $this->loop->removeWriteStream($this->input);
            fclose($this->input);
        }
        if ($this->output !== null) {
            $this->loop->removeReadStream($this->output);
            fclose($this->output);
        }
        $this->input = $this->output = null;
        $this->unsent = $this->received = '';
    }
}
