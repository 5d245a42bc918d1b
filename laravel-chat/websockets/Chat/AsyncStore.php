<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Sent;
use App\ChatError;
use Closure;

/**
 * The store as the chat on the loop sees it: no call waits, and a closure gets the answer. Without a store to ask it
 * gets null at once.
 */
interface AsyncStore
{
    /**
     * @param  Closure(int, int): void  $onPosition  gets the store's newest id and revision: first when the store is
     *   there, and again now and then
     */
    public function start(Closure $onPosition): void;

    /**
     * The answers come in the order of the batch, each an error if the message is not stored. Null in place of the
     * list: the store failed, and the batch may be sent again.
     *
     * @param  list<WaitingMessage>  $batch
     * @param  Closure(?list<Sent<EncodedMessage>|ChatError>, float): void  $done takes the answers, and the seconds it
     *   took
     */
    public function append(array $batch, Closure $done): void;

    /**
     * The first messages above an id.
     *
     * @param  Closure(?list<EncodedMessage>): void  $found  in rising order of ids; null: they could not be read
     */
    public function after(int $id, int $limit, Closure $found): void;

    /**
     * The first messages that were changed after a revision.
     *
     * @param  Closure(?list<EncodedMessage>): void  $found  in rising order of revisions; null: they could not be read
     */
    public function changedAfter(int $rev, int $limit, Closure $found): void;

    /**
     * Those of these sessions that have ended.
     *
     * @param  list<string>  $handles
     * @param  Closure(?list<string>): void  $found  gets their handles; null: they could not be read
     */
    public function endedSessions(array $handles, Closure $found): void;

    /** Asks for the newest id and revision, which the closure of start() gets: who is behind reads what is missing. */
    public function askPosition(): void;

    /** The store's problem in words; null: it has none. */
    public function problem(): ?string;

    public function stop(): void;
}
