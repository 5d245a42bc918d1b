<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Log;
use WebSockets\Store\LineProcess;

/**
 * Asks slow queries in a process of its own, one after the other, as the storing process stores: PDO waits there, not
 * here.
 */
final class SlowQueries
{
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
        $this->process ??= new LineProcess(
            $this->loop, $this->command,
            fn (string $text) => $this->log->writeThrottled('query_process_said', ['text' => $text]),
            function (): void {
                $this->process = null;
            },
        );
        $this->process->call($ms, $done);
    }
}
