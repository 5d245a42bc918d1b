<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use App\Contract;

/** A limit on each user. Its value is part of names in the contract: messagesMax, too_many_messages. */
enum Limit: string
{
    case Messages = 'messages';
    case Pages = 'pages';
    case Searches = 'searches';

    /** How many a user may take in one window. */
    public function max(): int
    {
        return Contract::limit("{$this->value}Max");
    }

    /** Length of a window. */
    public function seconds(): int
    {
        return Contract::limit("{$this->value}Seconds");
    }

    /** @param  float  $seconds  until the window ends */
    public function exceeded(float $seconds): ChatError
    {
        return ChatError::tooMany("too_many_{$this->value}", $seconds);
    }
}
