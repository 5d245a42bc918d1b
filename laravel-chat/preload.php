<?php

declare(strict_types=1);

// opcache.preload: php-fpm runs this once at its start and keeps every class that was loaded, linked, for all requests.
// It makes one call of each kind against a store in memory, so that the list of classes never needs to be kept by hand.

use App\Preload;
use App\SettingRefused;

require_once __DIR__.'/vendor/autoload.php';

if (! extension_loaded('apcu') || ! apcu_enabled()) {
    throw new SettingRefused(
        'laravel-chat cannot start: its workers share counts in APCu. Install php-apcu and leave apc.enabled on.',
    );
}

Preload::run(__DIR__.'/bootstrap/app.php');
