<?php

declare(strict_types=1);

return [
    // Counts for rate limits and metrics. APCu is memory that the workers share.
    'default' => env('CACHE_DRIVER') ?: 'apc',
    'stores' => [
        'apc' => ['driver' => 'apc'],
        'array' => ['driver' => 'array', 'serialize' => false], // for tests
        // Failed logins, which survive a restart.
        'database' => ['driver' => 'database', 'table' => 'cache'],
    ],
    'prefix' => 'laravel_chat',
];
