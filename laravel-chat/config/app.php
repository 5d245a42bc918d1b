<?php

declare(strict_types=1);

use App\Providers\AppServiceProvider;

return [
    'env' => env('APP_ENV', 'production'),

    // Only what a call needs, since each provider costs every request: no views, mail, queue, validation, translation.
    'providers' => [
        Illuminate\Auth\AuthServiceProvider::class,
        Illuminate\Broadcasting\BroadcastServiceProvider::class,
        Illuminate\Cache\CacheServiceProvider::class,
        Illuminate\Database\DatabaseServiceProvider::class,
        Illuminate\Filesystem\FilesystemServiceProvider::class,
        Illuminate\Foundation\Providers\ConsoleSupportServiceProvider::class,
        Illuminate\Hashing\HashServiceProvider::class,
        AppServiceProvider::class,
    ],
];
