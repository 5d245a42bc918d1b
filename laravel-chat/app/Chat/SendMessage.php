<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\MessageCosts;
use App\ChatError;

/** One user sends one message by POST: their allowance, the store, then everybody is told. */
final class SendMessage
{
    public function __construct(
        private readonly SendMessages $sendMessages,
        private readonly MessageStore $messages,
        private readonly MessageCosts $costs,
        private readonly Counters $counters,
        private readonly Announcer $announcer,
    ) {
    }

    /** @throws ChatError too_many_messages, store_unavailable */
    public function handle(NewMessage $new): Sent
    {
        $wait = $this->costs->take($new->userId);
        if ($wait > 0) {
            // A repeated clientId costs nothing, so it is answered by an empty bucket too.
            $known = $this->messages->find($new->userId, $new->clientId) ?? throw ChatError::tooMany('too_many_messages', $wait);

            return new Sent($known, false);
        }

        $sent = $this->store($new);
        if ($sent->isNew) {
            $this->announcer->sent($sent->message);
        } else {
            $this->costs->giveBack($new->userId);
        }

        return $sent;
    }

    private function store(NewMessage $new): Sent
    {
        $started = hrtime(true);
        try {
            [$sent] = $this->sendMessages->handle([$new]);
        } catch (ChatError $fault) {
            $this->costs->giveBackLater($new->userId);

            throw $fault;
        }
        $this->counters->stored($sent->isNew ? 1 : 0, (hrtime(true) - $started) / 1e9);

        return $sent;
    }
}
