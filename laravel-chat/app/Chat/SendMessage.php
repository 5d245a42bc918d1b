<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\MessageAllowances;
use App\ChatError;

/** One user sends one message by POST. With no token left a known clientId is answered all the same; a token that stored nothing is given back. */
final class SendMessage
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly MessageAllowances $allowances,
        private readonly Counters $counters,
        private readonly Announcer $announcer,
    ) {
    }

    /** @throws ChatError too_many_messages, store_unavailable */
    public function handle(NewMessage $new): Sent
    {
        $wait = $this->allowances->take($new->userId);
        if ($wait > 0) {
            $known = $this->messages->find($new->userId, $new->clientId) ?? throw ChatError::tooMany('too_many_messages', $wait);

            return new Sent($known, false);
        }
        $isNew = false;
        try {
            $sent = $this->store($new);
            $isNew = $sent->isNew;
        } finally {
            $isNew || $this->allowances->giveBack($new->userId);
        }
        $isNew && $this->announcer->sent($sent->message);

        return $sent;
    }

    private function store(NewMessage $new): Sent
    {
        $started = hrtime(true);
        [$sent] = $this->messages->append([$new]);
        $this->counters->stored($sent->isNew ? 1 : 0, (hrtime(true) - $started) / 1e9);

        return $sent;
    }
}
