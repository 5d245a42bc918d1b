<?php

declare(strict_types=1);

// Begins to store a message and then stops, like a worker that gave up its connection while the database hung.

use Illuminate\Contracts\Console\Kernel;
use Illuminate\Support\Facades\DB;

require __DIR__.'/../../laravel-chat/vendor/autoload.php';
$app = require __DIR__.'/../../laravel-chat/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();
DB::beginTransaction();
DB::update('update message_counter set last_id = last_insert_id(last_id + 1) where id = 1');
echo "held\n";
sleep(120);
