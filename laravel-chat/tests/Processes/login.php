<?php

declare(strict_types=1);

// One attempt to log in as the store counts it: php login.php prints "counted".

use App\Chat\Limits\FailedLogins;
use Illuminate\Contracts\Console\Kernel;

require dirname(__DIR__, 2).'/vendor/autoload.php';

$app = require dirname(__DIR__, 2).'/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();
set_exception_handler(function (Throwable $fault): never { // Laravel's prints it and ends with 0
    fwrite(STDERR, $fault::class.': '.$fault->getMessage());
    exit(1);
});

// It waits for a test that may itself be kept waiting.
config(['database.connections.mysql.lock_wait_timeout' => 60]);
ini_set('mysqlnd.net_read_timeout', '90');

$failed = $app->make(FailedLogins::class);
$failed->release($failed->reserve('ann', '127.0.0.1'));

echo 'counted';
