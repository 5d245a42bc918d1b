<?php

declare(strict_types=1);

// Reads while others store, until the file DONE is there and nothing new is read: php read.php DONE
// It fails where a page has a hole.

use App\Chat\ListMessages;

$app = require __DIR__.'/boot.php';

config(['chat.rate_limits' => false]);
$listMessages = $app->make(ListMessages::class);
$last = 0;
$reads = 0;
do {
    $allStored = file_exists($argv[1]);
    $read = $listMessages->handle('1', limit: 200, after: $last)->messages;
    foreach ($read as $message) {
        if ($message->id !== $last + 1) {
            fwrite(STDERR, "id {$message->id} was readable before ".($last + 1));
            exit(1);
        }
        $last = $message->id;
    }
    $reads++;
    clearstatcache();
} while (! $allStored || $read !== []);
echo json_encode(['last' => $last, 'reads' => $reads]);
