<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use ChannelServer\Log;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\Storing\LineProcess;

/** Asks slow queries in a process of its own, one after the other, as the storing process stores: PDO waits there, not here. */
final class QueryProcess
{
    /** @var list<callable(array<string, mixed>|null): void> who waits, in the order they came */
    private array $waiting = [];

    private readonly LineProcess $process;

    private bool $runs = false;

    /** @param  list<string>  $command */
    public function __construct(LoopInterface $loop, Log $log, array $command)
    {
        $this->process = new LineProcess(
            $loop, $command, $this->answered(...), $this->ended(...),
            static fn (string $text) => $log->repeatable('query_process_said', ['text' => substr(trim($text), 0, 1000)]),
        );
    }

    /** @param  callable(array<string, mixed>|null): void  $done  null: in vain */
    public function ask(int $ms, callable $done): void
    {
        $this->runs = $this->runs || $this->process->start() !== null;
        if (! $this->runs) {
            $done(null);

            return;
        }
        $this->waiting[] = $done;
        $this->process->write((string) $ms);
    }

    private function answered(string $line): void
    {
        $told = json_decode($line, true);
        $done = array_shift($this->waiting);
        if ($done !== null) {
            $done(is_array($told) ? $told : null);
        }
    }

    private function ended(): void
    {
        $this->runs = false;
        foreach ($this->waiting as $done) {
            $done(null);
        }
        $this->waiting = [];
    }
}
