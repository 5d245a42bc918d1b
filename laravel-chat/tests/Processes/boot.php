<?php

declare(strict_types=1);

// The app, for one of a test's processes: what it does not catch ends it with 1.

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;

require dirname(__DIR__, 2).'/vendor/autoload.php';

/** @var Application $app */
$app = require dirname(__DIR__, 2).'/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();
set_exception_handler(function (Throwable $fault): never { // Laravel's prints it and ends with 0
    fwrite(STDERR, $fault::class.': '.$fault->getMessage());
    exit(1);
});

return $app;
