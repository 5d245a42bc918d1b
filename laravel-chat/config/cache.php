<?php

declare(strict_types=1);

return [
    // Workers share these counts: messages, pages and searches of a user. APCu is memory that the workers share.
    'default' => env('CACHE_DRIVER') ?: 'apc',
    'stores' => [
        'apc' => ['driver' => 'apc'],
        'array' => ['driver' => 'array', 'serialize' => false], // for tests
        // Failed logins, which a restart must not forget.
        'database' => ['driver' => 'database', 'table' => 'cache', 'connection' => null],
    ],
    'prefix' => 'laravel_chat',
];
