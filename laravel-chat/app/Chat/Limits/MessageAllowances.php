<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\Contract;

/** How many messages a user may send by POST; a change of a message costs as much. */
final class MessageAllowances extends UserAllowances
{
    protected function rate(): array
    {
        return [(float) Contract::load()->limit('messagesPerSecond'), (int) Contract::load()->limit('messagesBurst')];
    }
}
