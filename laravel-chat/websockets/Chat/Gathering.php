<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use Closure;
use React\EventLoop\LoopInterface;

/** Gathers changes for one event. The first change begins a window, which is longer where more users are told. */
final class Gathering
{
    private bool $isDue = false;

    /**
     * @param  Closure(): int  $online  how many users are told
     * @param  Closure(): void  $tell  called at the end of a window
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly float $minWindowMs,
        private readonly float $msPerUser,
        private readonly Closure $online,
        private readonly Closure $tell,
    ) {
    }

    public function changed(): void
    {
        if ($this->isDue) {
            return;
        }
        $this->isDue = true;
        $windowMs = max($this->minWindowMs, $this->msPerUser * ($this->online)());
        $this->loop->addTimer($windowMs / 1000, function (): void {
            $this->isDue = false;
            ($this->tell)();
        });
    }
}
