<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Sent;
use App\ChatError;
use Closure;

/** A store that answers later, as the loop uses it. */
interface AsyncStore
{
    /** @param  Closure(int, int): void  $isAt  told now and then: its newest id, the revision of its newest change */
    public function start(Closure $isAt): void;

    /**
     * The answers come in the order of the batch, each an error where the message is not stored. Null in place of the
     * list: the store failed, and the batch may be sent again.
     *
     * @param  list<Pending>  $batch
     * @param  Closure(?list<Sent<StoredMessage>|ChatError>, float): void  $done takes the answers, and the seconds it
     *   took
     */
    public function append(array $batch, Closure $done): void;

    /**
     * The first messages above an id.
     *
     * @param  Closure(?list<StoredMessage>): void  $found  in rising order of ids; null where they could not be read
     */
    public function after(int $id, int $limit, Closure $found): void;

    /**
     * The first messages that were changed after a revision.
     *
     * @param  Closure(?list<StoredMessage>): void  $found  in rising order of revisions; null: they could not be read
     */
    public function changesAfter(int $rev, int $limit, Closure $found): void;

    /** Asks where it is; the callback of start() gets the answer. */
    public function locate(): void;

    /** Its trouble in words, or null. */
    public function trouble(): ?string;

    public function stop(): void;
}
