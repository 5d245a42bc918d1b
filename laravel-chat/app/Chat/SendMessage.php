<?php

declare(strict_types=1);

namespace App\Chat;

use App\Chat\Limits\Allowances;
use App\ChatError;
use App\Counters;

/**
 * A worker sends: the limit, then the store, then everybody is told. A repeated clientId costs what a message costs.
 */
final class SendMessage
{
    public function __construct(
        private readonly Allowances $allowances,
        private readonly SendMessages $sendMessages,
        private readonly Counters $counters,
        private readonly Announcer $announcer,
    ) {
    }

    /** @throws ChatError */
    public function handle(NewMessage $new): Sent
    {
        $this->allowances->take($new->userId);
        $started = hrtime(true);
        [$sent] = $this->sendMessages->handle([$new]);
        if ($sent instanceof ChatError) { // of this one message alone
            throw $sent;
        }
        $this->counters->stored($sent->isNew ? 1 : 0, (hrtime(true) - $started) / 1e9);
        $sent->isNew && $this->announcer->sent($sent->message);

        return $sent;
    }
}
