<?php

declare(strict_types=1);

// Reads while others store, until SECONDS pass with nothing new: php read.php SECONDS fails where a page has a hole.

use App\Chat\ListMessages;

$app = require __DIR__.'/boot.php';

config(['chat.rate_limits' => false]);
$listMessages = $app->make(ListMessages::class);
$last = 0;
$reads = 0;
for ($since = microtime(true); microtime(true) - $since < (float) $argv[1]; $reads++) {
    foreach ($listMessages->handle('1', after: $last, before: null, changedAfter: null, limit: 200)->messages as $message) {
        if ($message->id !== $last + 1) {
            fwrite(STDERR, "id {$message->id} was readable before ".($last + 1));
            exit(1);
        }
        $last = $message->id;
        $since = microtime(true);
    }
}
echo json_encode(['last' => $last, 'reads' => $reads]);
