<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\ChatError;
use App\Contract;

/** A limit of each user. The contract's limits and errors carry its name. */
enum Limit: string
{
    case Messages = 'messages';
    case Pages = 'pages';
    case Searches = 'searches';

    /** Times in a window. */
    public function max(): int
    {
        return (int) Contract::load()->limit("{$this->value}Max");
    }

    /** Length of a window. */
    public function seconds(): int
    {
        return (int) Contract::load()->limit("{$this->value}Seconds");
    }

    /** @param  float  $seconds  until the window ends */
    public function exceeded(float $seconds): ChatError
    {
        return ChatError::tooMany("too_many_{$this->value}", $seconds);
    }
}
