<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowance;
use App\ChatError;

/** A user edits or deletes a message of their own: checks limit and author, stores, then announces. */
final class ChangeMessage
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly Allowance $allowance,
        private readonly Announcer $announcer,
    ) {
    }

    /**
     * @param  array<array-key, mixed>  $input  text, as it was sent
     * @return Message as it is stored
     *
     * @throws ChatError an error of the text, too_many_messages, message_not_found, not_yours, message_deleted,
     *   store_unavailable
     */
    public function edit(User $user, int $id, array $input): Message
    {
        $message = $this->change($user, $id, Fields::cleanText($input['text'] ?? null));

        return $message->text === null ? throw ChatError::of('message_deleted') : $message;
    }

    /**
     * @return Message without its text
     *
     * @throws ChatError too_many_messages, message_not_found, not_yours, store_unavailable
     */
    public function delete(User $user, int $id): Message
    {
        return $this->change($user, $id, null);
    }

    /** A change counts as a message, even if it is refused. */
    private function change(User $user, int $id, ?string $text): Message
    {
        $this->allowance->take($user->id);
        $found = $this->messages->find($id) ?? throw ChatError::of('message_not_found');
        if ($found->userId !== $user->id) {
            throw ChatError::of('not_yours');
        }
        $message = $found->isUnchangedBy($text) ? $found : $this->messages->applyChange($found, $text);
        if ($message->rev !== $found->rev) {
            $this->announcer->announce($message);
        }

        return $message;
    }
}
