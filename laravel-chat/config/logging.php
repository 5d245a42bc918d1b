<?php

declare(strict_types=1);

use App\Logging\OnceASecond;

return [
    'default' => env('LOG_CHANNEL', 'stderr'),
    'channels' => [
        // What runs us (supervisor, php-fpm) keeps what we say.
        'stderr' => ['driver' => 'monolog', 'level' => env('LOG_LEVEL', 'warning'), 'handler' => OnceASecond::class,
            'with' => ['stream' => 'php://stderr', 'file' => env('CHAT_DATA', dirname(__DIR__).'/var').'/said.json']],
        'null' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class],
    ],
];
