<?php

declare(strict_types=1);

namespace App\Http;

/** How many HTTP workers serve and how many wait. */
final class Workers
{
    /** @return array{busy: int, idle: int} this one is busy with the question */
    public function count(): array
    {
        $fpm = function_exists('fpm_get_status') ? fpm_get_status() : false;
        if (is_array($fpm)) {
            return ['busy' => $fpm['active-processes'], 'idle' => $fpm['idle-processes']];
        }

        // PHP's built-in server tells nobody what its other workers do: they count as idle.
        return ['busy' => 1, 'idle' => max(0, (int) getenv('PHP_CLI_SERVER_WORKERS') - 1)];
    }
}
