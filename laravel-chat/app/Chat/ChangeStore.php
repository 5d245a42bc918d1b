<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;

/** What the chat asks of a store of edited and deleted messages. Revisions are dense and rise in the order in which changes are stored. */
interface ChangeStore
{
    /**
     * A message, changed or not.
     *
     * @throws ChatError store_unavailable
     */
    public function find(int $id): ?Message;

    /**
     * @param  Message  $found as it was found; another window of its author may have changed it since
     * @param  ?string  $text its new one; null: it is deleted
     * @return Message as it is stored now, unchanged where it has that text already or was deleted
     *
     * @throws ChatError store_unavailable
     */
    public function change(Message $found, ?string $text): Message;

    /**
     * The first of what was changed after a revision, each message once in its newest state, in the order of their revisions.
     *
     * @throws ChatError store_unavailable
     */
    public function after(int $rev, int $limit): Page;
}
