<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

/** What a store tells the queue. */
interface StoreAnswers
{
    /** A store has started, its newest id is $lastId, the revision of its newest change $rev. What was sent to a predecessor will not be answered. */
    public function up(int $lastId, int $rev): void;

    /** The answer to ask(): the store is there. */
    public function alive(int $lastId, int $rev): void;

    /** The answer to ask(): the storing process is there, what it stores to is not. */
    public function troubled(string $why): void;

    /**
     * @param  list<Stored|null>  $stored  in the order of the batch; null for what the store cannot take, or does not have where it was to be looked up
     * @param  float  $seconds  the insert took
     */
    public function committed(int $number, array $stored, float $seconds): void;

    /** Batch $number was not stored. */
    public function failed(int $number, string $why): void;

    /**
     * The answer to readAfter().
     *
     * @param  list<array{int, string}>|null  $messages  id and JSON, in rising id order; null where they could not be read
     */
    public function found(?array $messages): void;

    /**
     * The answer to readChanges().
     *
     * @param  list<array{int, string}>|null  $changes  revision and message as JSON, in rising order of revisions; null where they could not be read
     */
    public function foundChanges(?array $changes): void;

    /** There is no store at the moment; another one is started. */
    public function down(string $why): void;
}
