<?php

declare(strict_types=1);

namespace ReactEpoll;

use SplMinHeap;

/**
 * Timers by the time they are due. A cancelled timer is forgotten at once; its place in the heap is dropped when it is
 * reached, or when such places outnumber the living ones.
 */
final class TimerQueue
{
    /** @var SplMinHeap<array{float, int}> when each is due, and its order number */
    private SplMinHeap $heap;

    /** @var array<int, Timer> by order number */
    private array $alive = [];

    /** @var array<int, int> object id => order number */
    private array $orders = [];

    private int $order = 0;

    public function __construct()
    {
        $this->heap = new SplMinHeap;
    }

    public function add(Timer $timer, float $now): void
    {
        $this->alive[++$this->order] = $timer;
        $this->orders[spl_object_id($timer)] = $this->order;
        $this->heap->insert([$now + $timer->getInterval(), $this->order]);
    }

    public function cancel(Timer $timer): void
    {
        $id = spl_object_id($timer);
        if (! isset($this->orders[$id])) {
            return;
        }
        unset($this->alive[$this->orders[$id]], $this->orders[$id]);
        if (count($this->heap) > 64 + 2 * count($this->alive)) {
            $this->dropCancelled();
        }
    }

    /** When the next timer is due in seconds of the loop's clock, or null without timers. */
    public function nextDue(): ?float
    {
        while (! $this->heap->isEmpty()) {
            [$due, $order] = $this->heap->top();
            if (isset($this->alive[$order])) {
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
            [, $order] = $this->heap->top();
            if ($order > $last) {
                return;
            }
            $this->heap->extract();
            $timer = $this->alive[$order];
            unset($this->alive[$order], $this->orders[spl_object_id($timer)]);
            if ($timer->isPeriodic()) {
                $this->add($timer, $now);
            }
            ($timer->getCallback())($timer);
        }
    }

    private function dropCancelled(): void
    {
        $kept = new SplMinHeap;
        foreach ($this->heap as $place) {
            if (isset($this->alive[$place[1]])) {
                $kept->insert($place);
            }
        }
        $this->heap = $kept;
    }
}
