<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\MessageAllowances;
use App\ChatError;
use App\Events\MessagesChanged;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Foundation\Application;
use Psr\Log\LoggerInterface;
use Throwable;

/** A user edits or deletes a message of their own: their allowance, whose it is, the store, then everybody is told. */
final class ChangeMessage
{
    public function __construct(
        private readonly ChangeStore $changes,
        private readonly MessageAllowances $allowances,
        private readonly Dispatcher $events,
        private readonly LoggerInterface $log,
        private readonly Application $app,
        private readonly bool $rateLimits,
    ) {
    }

    /**
     * @return Message as it is stored
     *
     * @throws ChatError too_many_messages, message_not_found, not_yours, message_deleted, store_unavailable
     */
    public function edit(string $userId, int $id, string $text): Message
    {
        $message = $this->change($userId, $id, $text);

        return $message->text === null ? throw ChatError::of('message_deleted') : $message;
    }

    /**
     * @return Message what keeps its place
     *
     * @throws ChatError too_many_messages, message_not_found, not_yours, store_unavailable
     */
    public function delete(string $userId, int $id): Message
    {
        return $this->change($userId, $id, null);
    }

    /** A change costs what a message costs, whatever its answer, for the store was asked. */
    private function change(string $userId, int $id, ?string $text): Message
    {
        $wait = $this->rateLimits ? $this->allowances->take($userId) : 0.0;
        if ($wait > 0) {
            throw ChatError::tooManyMessages($wait);
        }
        try {
            $found = $this->changes->find($id) ?? throw ChatError::of('message_not_found');
            if ($found->userId !== $userId) {
                throw ChatError::of('not_yours');
            }
            $message = $found->isNow($text) ? $found : $this->changes->change($found, $text);
            if ($message->rev !== $found->rev) {
                $this->tell($message);
            }

            return $message;
        } catch (ChatError $fault) {
            $fault->errorCode === 'store_unavailable' && $this->refund($userId);

            throw $fault;
        }
    }

    /** The database that failed is asked once more when the client has its answer. */
    private function refund(string $userId): void
    {
        $this->rateLimits && $this->app->terminating(function () use ($userId): void {
            try {
                $this->allowances->giveBack($userId);
            } catch (ChatError) {
                // Still away: the bucket fills up by itself.
            }
        });
    }

    /** Stored is changed, whether or not anybody can be told: the loop asks the store again, and clients after the revision they know. */
    private function tell(Message $message): void
    {
        try {
            $this->events->dispatch(new MessagesChanged($message));
        } catch (Throwable $fault) {
            $this->log->warning('A message is changed but that is not broadcast.', ['id' => $message->id, 'why' => $fault->getMessage()]);
        }
    }
}
