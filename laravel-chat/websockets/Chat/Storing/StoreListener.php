<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

/** What the queue in front of the store reports. */
interface StoreListener
{
    /** The store answered and told its newest id and the revision of its newest change. */
    public function ready(int $lastId, int $rev): void;

    /**
     * A batch is committed.
     *
     * @param  list<array{Pending, Stored}>  $batch
     * @param  float  $seconds  that the insert took
     */
    public function stored(array $batch, float $seconds): void;

    /** @param  list<array{int, string}>|null  $messages  the answer to readAfter(): id and JSON; null where it could not be read */
    public function found(?array $messages): void;

    /** @param  list<array{int, string}>|null  $changes  what was asked for with readChanges(): revision and JSON; null where it could not be read */
    public function foundChanges(?array $changes): void;

    /** The store takes others, but not this message; or does not have it, where it was to be looked up. */
    public function refused(Pending $pending): void;

    /** A message could not be stored in time; or the queue is full. */
    public function unavailable(Pending $pending): void;
}
