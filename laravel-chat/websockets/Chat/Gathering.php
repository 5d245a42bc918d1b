<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/** Gathers changes for one event. The first change begins a window, which is longer with more receivers. */
final class Gathering
{
    private bool $isDue = false;

    /**
     * @param  Closure(): int  $online  users who receive it
     * @param  Closure(): void  $flush  called at the end of a window
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Closure $online,
        private readonly Closure $flush,
    ) {
    }

    public function changed(): void
    {
        if ($this->isDue) {
            return;
        }
        $this->isDue = true;
        $msPerUser = Contract::get('limits', 'presenceMsPerUser');
        $ms = max(Contract::limit('presenceMinWindowMs'), $msPerUser * ($this->online)());
        $this->loop->addTimer($ms / 1000, function (): void {
            $this->isDue = false;
            ($this->flush)();
        });
    }
}
