<?php

declare(strict_types=1);

use Monolog\Handler\NullHandler;
use Monolog\Handler\StreamHandler;

return [
    'default' => env('LOG_CHANNEL') ?: 'stderr',
    'channels' => [
        // Supervisor and php-fpm keep standard error as the log.
        'stderr' => ['driver' => 'monolog', 'level' => env('LOG_LEVEL') ?: 'warning', 'handler' => StreamHandler::class,
            'with' => ['stream' => 'php://stderr']],
        'none' => ['driver' => 'monolog', 'handler' => NullHandler::class],
    ],
];
