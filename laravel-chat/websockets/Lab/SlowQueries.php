<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Server\Log;
use WebSockets\Store\LineProcess;

/**
 * Asks slow queries in a process of its own, one after the other, as the storing process stores: PDO waits there, not
 * here.
 */
final class SlowQueries
{
    /** @var list<Closure(?array<string, mixed>): void> who waits for an answer, in the order they came */
    private array $waiting = [];

    private ?LineProcess $process = null;

    /** @param  list<string>  $command */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        private readonly array $command,
    ) {
    }

    /** @param  Closure(?array<string, mixed>): void  $done  null: in vain */
    public function ask(int $ms, Closure $done): void
    {
        $said = fn (string $text) => $this->log->repeatable('query_process_said', ['text' => $text]);
        $this->process ??= new LineProcess($this->loop, $this->command, $this->answered(...), $said, $this->ended(...));
        $this->waiting[] = $done;
        $this->process->write((string) $ms);
    }

    private function answered(string $line): void
    {
        $told = json_decode($line, true);
        $done = array_shift($this->waiting);
        $done === null || $done(is_array($told) ? $told : null);
    }

    private function ended(): void
    {
        $this->process = null;
        [$inVain, $this->waiting] = [$this->waiting, []];
        foreach ($inVain as $done) {
            $done(null);
        }
    }
}
