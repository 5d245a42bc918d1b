<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use ChannelServer\Log;
use React\EventLoop\LoopInterface;

/**
 * The store behind a process of its own, so that a slow or dead database never stops the loop. Lines of JSON go over its
 * standard input and output (StoreWorker is the other end); when it dies another one is started.
 */
final class StoreProcess implements Store
{
    // A process that dies at once, again and again, is not started faster than this.
    private const LONGEST_BACKOFF_SECONDS = 2.0;

    private const FIRST_BACKOFF_SECONDS = 0.05;

    // Longer than a batch takes; the loop itself ends then.
    private const LAST_SECONDS = 1.0;

    // Of an exception: its message and the top of its trace.
    private const SAID_BYTES = 1000;

    private StoreAnswers $answers;

    private readonly LineProcess $process;

    private float $backoff = self::FIRST_BACKOFF_SECONDS;

    private bool $stopped = false;

    /** @param  list<string>  $command */
    public function __construct(private readonly LoopInterface $loop, private readonly Log $log, array $command)
    {
        $this->process = new LineProcess($loop, $command, $this->take(...), fn () => $this->died('the storing process died'), $this->said(...));
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
            $messages[] = [$new->userId, $new->userName, $new->text, $new->clientId, ...($pending->lookUp ? [true] : [])];
        }
        $this->write(['n' => $number, 'messages' => $messages]);
    }

    public function readAfter(int $id, int $limit): void
    {
        $this->write(['after' => $id, 'limit' => $limit]);
    }

    public function readChanges(int $rev, int $limit): void
    {
        $this->write(['changes' => $rev, 'limit' => $limit]);
    }

    public function ask(): void
    {
        $this->write(['ask' => true]);
    }

    public function restart(string $why): void
    {
        $this->process->end(SIGKILL);
        $this->died($why);
    }

    public function stop(): void
    {
        $this->stopped = true;
        $this->process->end(SIGTERM);
        $this->process->awaitEnds(self::LAST_SECONDS);
    }

    private function spawn(): void
    {
        $pid = $this->process->start();
        if ($pid === null) {
            $this->died('the storing process cannot be started');
        } else {
            $this->log->write('store_started', ['pid' => $pid]);
        }
    }

    private function died(string $why): void
    {
        if ($this->stopped) {
            return;
        }
        $this->log->write('store_died', ['why' => $why]);
        $this->answers->down($why);
        $this->loop->addTimer($this->backoff, function (): void {
            if (! $this->stopped) {
                $this->spawn();
            }
        });
        $this->backoff = min(self::LONGEST_BACKOFF_SECONDS, $this->backoff * 2);
    }

    /** @param  array<string, mixed>  $order */
    private function write(array $order): void
    {
        $this->process->write(json_encode($order, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR));
    }

    private function take(string $line): void
    {
        $answer = json_decode($line, true);
        match (true) {
            ! is_array($answer) => $this->said($line),
            isset($answer['hello']) => $this->hello($answer['hello'], $answer['rev']),
            isset($answer['lastId']) => $this->answers->alive($answer['lastId'], $answer['rev']),
            isset($answer['sent']) => $this->answers->committed($answer['n'], array_map(
                static fn (?array $one): ?Stored => $one === null ? null : new Stored($one[0], $one[1], $one[2]), array_values($answer['sent']),
            ), $answer['seconds']),
            isset($answer['changes']) => $this->answers->foundChanges($answer['changes']),
            array_key_exists('changes', $answer) => $this->unread($answer['why'], $this->answers->foundChanges(...)),
            isset($answer['after']) => $this->answers->found($answer['after']),
            array_key_exists('after', $answer) => $this->unread($answer['why'], $this->answers->found(...)),
            isset($answer['n']) => $this->failed($answer['n'], $answer['why']),
            default => $this->answers->troubled($answer['why'] ?? 'the store is away'),
        };
    }

    private function said(string $text): void
    {
        $this->log->repeatable('store_said', ['text' => substr(trim($text), 0, self::SAID_BYTES)]);
    }

    private function hello(int $lastId, int $rev): void
    {
        $this->backoff = self::FIRST_BACKOFF_SECONDS;
        $this->answers->up($lastId, $rev);
    }

    /** @param  callable(null): void  $found */
    private function unread(string $why, callable $found): void
    {
        $this->answers->troubled($why);
        $found(null);
    }

    private function failed(int $number, string $why): void
    {
        $this->log->repeatable('store_failed', ['why' => $why]);
        $this->answers->failed($number, $why);
    }
}
