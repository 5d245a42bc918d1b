<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\MessageAllowances;
use App\ChatError;
use App\Events\MessagesSent;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Contracts\Foundation\Application;
use Psr\Log\LoggerInterface;
use Throwable;

/** One user sends one message by POST: their allowance, the store, then everybody is told. */
final class SendMessage
{
    public function __construct(
        private readonly SendMessages $sendMessages,
        private readonly MessageStore $messages,
        private readonly MessageAllowances $allowances,
        private readonly Counters $counters,
        private readonly Dispatcher $events,
        private readonly LoggerInterface $log,
        private readonly Application $app,
        private readonly bool $rateLimits,
    ) {
    }

    /** @throws ChatError too_many_messages, store_unavailable */
    public function handle(NewMessage $new): Sent
    {
        $wait = $this->rateLimits ? $this->allowances->take($new->userId) : 0.0;
        if ($wait > 0) {
            // A repeated clientId costs nothing, so it is answered by an empty bucket too.
            $known = $this->messages->find($new->userId, $new->clientId) ?? throw ChatError::tooManyMessages($wait);

            return new Sent($known, false);
        }

        $sent = $this->store($new);
        if ($sent->isNew) {
            $this->tell($sent->message);
        } elseif ($this->rateLimits) {
            $this->allowances->giveBack($new->userId);
        }

        return $sent;
    }

    private function store(NewMessage $new): Sent
    {
        $started = hrtime(true);
        try {
            [$sent] = $this->sendMessages->handle([$new]);
        } catch (ChatError $fault) {
            $this->refund($new->userId);

            throw $fault;
        }
        $this->counters->stored($sent->isNew ? 1 : 0, (hrtime(true) - $started) / 1e9);

        return $sent;
    }

    /** What was not stored costs nothing. The database that failed is asked once more when the client has its answer. */
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

    /** Stored is sent, whether or not anybody can be told: clients that miss it ask after their last id. */
    private function tell(Message $message): void
    {
        try {
            $this->events->dispatch(new MessagesSent([$message]));
        } catch (Throwable $fault) {
            $this->log->warning('A message is stored but not broadcast.', ['id' => $message->id, 'why' => $fault->getMessage()]);
        }
    }
}
