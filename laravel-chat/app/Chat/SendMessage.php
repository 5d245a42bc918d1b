<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowance;
use App\ChatError;
use App\Clock;
use App\Metrics;

/** Sending: checks fields and limit, stores, then announces. A repeated clientId counts against the limit too. */
final class SendMessage
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly Allowance $allowance,
        private readonly Metrics $metrics,
        private readonly Announcer $announcer,
    ) {
    }

    /**
     * @param  array<array-key, mixed>  $input  text, clientId, replyTo, as they were sent
     *
     * @throws ChatError an error of a field, too_many_messages, message_not_found, store_unavailable
     */
    public function __invoke(User $user, array $input): Sent
    {
        $new = NewMessage::fromInput($user->id, $user->name, $input);
        $this->allowance->take($new->userId);
        $start = Clock::now();
        [$sent] = $this->messages->append([$new]);
        if ($sent instanceof ChatError) {
            throw $sent;
        }
        $this->metrics->onStored((int) $sent->isNew, Clock::now() - $start);
        if ($sent->isNew) {
            $this->announcer->announce($sent->message);
        }

        return $sent;
    }
}
