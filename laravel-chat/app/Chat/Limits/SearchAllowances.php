<?php

declare(strict_types=1);

namespace App\Chat\Limits;

use App\Contract;

/** How many searches a user may make. */
final class SearchAllowances extends UserAllowances
{
    protected function rate(): array
    {
        return [(float) Contract::load()->limit('searchesPerSecond'), (int) Contract::load()->limit('searchesBurst')];
    }
}
