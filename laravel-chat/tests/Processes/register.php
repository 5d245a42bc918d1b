<?php

declare(strict_types=1);

// One account as the store makes it: php register.php NAME prints "registered" or "taken".

use App\Chat\UserStore;

$app = require __DIR__.'/boot.php';
// It waits for a test that may itself be kept waiting.
config(['database.connections.mysql.lock_wait_timeout' => 60]);
ini_set('mysqlnd.net_read_timeout', '90');

echo $app->make(UserStore::class)->register($argv[1], 'a hash') === null ? 'taken' : 'registered';
