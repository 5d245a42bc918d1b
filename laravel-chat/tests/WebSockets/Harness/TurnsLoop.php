<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use App\Clock;
use PHPUnit\Framework\Attributes\After;
use React\EventLoop\LoopInterface;

trait TurnsLoop
{
    private LoopInterface $loop;

    #[After]
    public function startTheClock(): void
    {
        Clock::$stoppedAt = null;
    }

    /**
     * Turns the loop until $isSo, or fails.
     *
     * @param  callable(): bool  $isSo
     */
    private function until(callable $isSo): void
    {
        $limit = $this->loop->addTimer(60.0, $this->loop->stop(...));
        $check = $this->loop->addPeriodicTimer(0.001, fn () => $isSo() && $this->loop->stop());
        $this->loop->run();
        $this->loop->cancelTimer($check);
        $this->loop->cancelTimer($limit);
        $this->assertTrue($isSo());
    }
}
