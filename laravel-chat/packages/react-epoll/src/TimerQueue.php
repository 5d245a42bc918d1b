<?php

declare(strict_types=1);

namespace ReactEpoll;

use SplMinHeap;

/**
 * Timers by the time they are due. Cancelling only forgets the timer; its place in the heap is dropped when it is
 * reached, or when such places outnumber the living ones.
 */
final class TimerQueue
{
    /** @var SplMinHeap<array{float, int, Timer}> */
    private SplMinHeap $heap;

    /** @var array<int, int> object id => order number of its valid place in the heap */
    private array $alive = [];

    private int $order = 0;

    public function __construct()
    {
        $this->heap = new SplMinHeap;
    }

    public function add(Timer $timer, float $now): void
    {
        $this->alive[spl_object_id($timer)] = ++$this->order;
        $this->heap->insert([$now + $timer->getInterval(), $this->order, $timer]);
    }

    public function cancel(Timer $timer): void
    {
        unset($this->alive[spl_object_id($timer)]);
        if (count($this->heap) > 64 + 2 * count($this->alive)) {
            $this->dropCancelled();
        }
    }

    /** When the next timer is due in seconds of the loop's clock, or null without timers. */
    public function nextDue(): ?float
    {
        while (! $this->heap->isEmpty()) {
            [$due, $order, $timer] = $this->heap->top();
            if (($this->alive[spl_object_id($timer)] ?? 0) === $order) {
                return $due;
            }
            $this->heap->extract();
        }

        return null;
    }

    /** Runs what is due at $now; timers added meanwhile wait for the next turn. */
    public function run(float $now): void
    {
        $last = $this->order;
        while (($due = $this->nextDue()) !== null && $due <= $now) {
            [, $order, $timer] = $this->heap->top();
            if ($order > $last) {
                return;
            }
            $this->heap->extract();
            if ($timer->isPeriodic()) {
                $this->add($timer, $now);
            } else {
                unset($this->alive[spl_object_id($timer)]);
            }
            ($timer->getCallback())($timer);
        }
    }

    private function dropCancelled(): void
    {
        $kept = new SplMinHeap;
        foreach ($this->heap as $place) {
            if (($this->alive[spl_object_id($place[2])] ?? 0) === $place[1]) {
                $kept->insert($place);
            }
        }
        $this->heap = $kept;
    }
}
