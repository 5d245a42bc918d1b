<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

/** Where the queue sends its batches; answers come through StoreAnswers. */
interface Store
{
    public function start(StoreAnswers $answers): void;

    /**
     * @param  int  $number  comes back with the answer
     * @param  list<Pending>  $batch
     */
    public function send(int $number, array $batch): void;

    /** Asks for the first $limit messages above an id. */
    public function readAfter(int $id, int $limit): void;

    /** Asks for the first $limit messages that were changed after a revision. */
    public function readChanges(int $rev, int $limit): void;

    /** Asks whether the store answers at all. */
    public function ask(): void;

    /** Gives up on a store that hangs; a new one is started. */
    public function restart(string $why): void;

    public function stop(): void;
}
