<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/**
 * A store of messages, as the chat uses it. Ids are dense and rise in the order in which messages are stored; there is
 * one message for each user and clientId. Revisions are dense and rise in the order in which changes are stored.
 * While the database is away, every method throws the ChatError store_unavailable.
 */
interface MessageStore
{
    /**
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> in the order given; not new: the user and clientId are known, or are earlier in the
     *   batch; message_not_found: it replies to no message
     *
     * @throws ChatError store_unavailable: nothing was stored that was not stored before
     */
    public function append(array $batch): array;

    /** The oldest messages with an id above $id. */
    public function after(int $id, int $limit): Page;

    /** The newest messages with an id below $id; of all messages if it is null. */
    public function before(?int $id, int $limit): Page;

    public function find(int $id): ?Message;

    /**
     * @param  Message  $found  by find(); its author may have changed it meanwhile
     * @param  ?string  $text  its new one; null: it is deleted
     * @return Message as it is stored now, unchanged if it has that text already or was deleted
     */
    public function applyChange(Message $found, ?string $text): Message;

    /** The first messages that were changed after a revision, each once, in its newest state, by revision. */
    public function changedAfter(int $rev, int $limit): Page;

    /**
     * @return array{int, int} the id of the newest message and the revision of the newest change, 0 in an empty store
     */
    public function position(): array;

    /** @throws ChatError store_unavailable: nothing can be stored */
    public function checkWritable(): void;
}
