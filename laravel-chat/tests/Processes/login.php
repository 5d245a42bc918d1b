<?php

declare(strict_types=1);

// One attempt to log in as the store counts it: php login.php prints "counted".

use App\Chat\Limits\FailedLogins;

$app = require __DIR__.'/boot.php';

// It waits for a test that may itself be kept waiting.
config(['database.connections.mysql.lock_wait_timeout' => 60]);
ini_set('mysqlnd.net_read_timeout', '90');

$failed = $app->make(FailedLogins::class);
$failed->release($failed->reserve('ann', '127.0.0.1'));

echo 'counted';
