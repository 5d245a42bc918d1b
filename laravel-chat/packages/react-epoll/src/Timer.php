<?php

declare(strict_types=1);

namespace ReactEpoll;

use React\EventLoop\TimerInterface;

/** One timer; intervals are seconds, as in React. */
final class Timer implements TimerInterface
{
    // What React's own timers use as the shortest interval.
    private const SHORTEST = 0.000001;

    private readonly float $interval;

    /** @var callable(TimerInterface): void */
    private $callback;

    /** @param  callable(TimerInterface): void  $callback */
    public function __construct(float $interval, callable $callback, private readonly bool $periodic)
    {
        $this->interval = max($interval, self::SHORTEST);
        $this->callback = $callback;
    }

    public function getInterval(): float
    {
        return $this->interval;
    }

    public function getCallback(): callable
    {
        return $this->callback;
    }

    public function isPeriodic(): bool
    {
        return $this->periodic;
    }
}
