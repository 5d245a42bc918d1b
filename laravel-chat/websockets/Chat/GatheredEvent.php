<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * An event that tells changes of presence, or of typing, which gather for it. They gather from the first one on,
 * for longer the more receivers there are.
 */
final class GatheredEvent
{
    private bool $isDue = false;

    /** @param  Closure(): void  $flush  sends the event */
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
        $msPerUser = Contract::get('limits', 'gatheringMsPerUser');
        $ms = max(Contract::limit('gatheringMinMs'), $msPerUser * $this->presence->count());
        $this->loop->addTimer($ms / 1000, function (): void {
            $this->isDue = false;
            ($this->flush)();
        });
    }
}
