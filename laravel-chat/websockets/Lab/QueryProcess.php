<?php

declare(strict_types=1);

namespace WebSockets\Lab;

use App\Lab\Timed;
use React\EventLoop\LoopInterface;
use WebSockets\Server\Log;
use WebSockets\Store\LineProcess;

/** Asks slow queries in a process of its own, one after the other, as the storing process stores: PDO waits there, not here. */
final class QueryProcess
{
    /** @var list<array{int, callable(array<string, mixed>|null): void, callable(): bool}> who waits for a turn, in the order they came: ms, done, isGone */
    private array $waiting = [];

    /** @var (callable(array<string, mixed>|null): void)|null whose query is being asked */
    private $asked = null;

    private int $askedAt = 0;

    private ?LineProcess $process = null;

    /** @param  list<string>  $command */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Log $log,
        private readonly array $command,
    ) {
    }

    /**
     * @param  callable(array<string, mixed>|null): void  $done  null: in vain
     * @param  callable(): bool  $isGone  whether nobody waits for it any more: it is passed over where its turn has not come
     */
    public function ask(int $ms, callable $done, callable $isGone): void
    {
        $said = fn (string $text) => $this->log->repeatable('query_process_said', ['text' => substr(trim($text), 0, 1000)]);
        $this->process ??= new LineProcess($this->loop, $this->command, $this->answered(...), $said, $this->ended(...));
        $this->waiting[] = [$ms, $done, $isGone];
        $this->askNext();
    }

    private function askNext(): void
    {
        while ($this->asked === null && $this->waiting !== []) {
            [$ms, $done, $isGone] = array_shift($this->waiting);
            if ($isGone()) {
                $done(null);
            } else {
                [$this->asked, $this->askedAt] = [$done, hrtime(true)];
                $this->process?->write((string) $ms);
            }
        }
    }

    private function answered(string $line): void
    {
        $told = json_decode($line, true);
        [$done, $this->asked] = [$this->asked, null];
        if ($done !== null) {
            $done(is_array($told) ? ['ms' => Timed::since($this->askedAt)] + $told : null);
        }
        $this->askNext();
    }

    private function ended(): void
    {
        $this->process = null;
        $inVain = array_column($this->waiting, 1);
        if ($this->asked !== null) {
            array_unshift($inVain, $this->asked);
        }
        [$this->waiting, $this->asked] = [[], null];
        foreach ($inVain as $done) {
            $done(null);
        }
    }
}
