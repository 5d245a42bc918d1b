<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * Changes of presence, or of typing, within a window make one event. The first change begins the window. Its length
 * grows with the number of receivers.
 */
final class ReceiverWindow
{
    private bool $isDue = false;

    /** @param  Closure(): void  $flush  called at the end of a window */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Presence $presence,
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
        $ms = max(Contract::limit('presenceMinWindowMs'), $msPerUser * $this->presence->count());
        $this->loop->addTimer($ms / 1000, function (): void {
            $this->isDue = false;
            ($this->flush)();
        });
    }
}
