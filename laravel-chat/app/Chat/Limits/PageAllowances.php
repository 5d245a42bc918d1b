<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\Contract;

/** How many pages of messages a user may read. */
final class PageAllowances extends UserAllowances
{
    protected function rate(): array
    {
        return [(float) Contract::load()->limit('pagesPerSecond'), (int) Contract::load()->limit('pagesBurst')];
    }
}
