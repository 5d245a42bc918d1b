<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use Closure;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/** Lets what happens within a window be told by one event. The window grows with the number of those who are told. */
final class Gathering
{
    private ?TimerInterface $timer = null;

    private float $due = 0.0;

    /** @param  Closure(): void  $tell  called at the end of a window */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly float $minWindowMs,
        private readonly float $msPerUser,
        private readonly Closure $tell,
    ) {
    }

    /**
     * There is something to tell, in $seconds at the soonest.
     *
     * @param  int  $online  users who are told
     */
    public function request(int $online, float $seconds = 0.0): void
    {
        $wait = max($this->minWindowMs / 1000, $this->msPerUser * $online / 1000, $seconds);
        $due = Clock::now() + $wait;
        if ($this->timer !== null && $this->due <= $due) {
            return;
        }
        $this->timer === null || $this->loop->cancelTimer($this->timer);
        $this->due = $due;
        $this->timer = $this->loop->addTimer($wait, function (): void {
            $this->timer = null;
            ($this->tell)();
        });
    }
}
