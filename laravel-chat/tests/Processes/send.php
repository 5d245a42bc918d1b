<?php

declare(strict_types=1);

// One of several processes that store at the same time: php send.php PROCESS MESSAGES BATCH [TRIES] prints what it was answered.

use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\ChatError;

$app = require __DIR__.'/boot.php';

[, $process, $messages, $batchSize, $triesMax] = array_map(intval(...), $argv) + [4 => 50];
$store = $app->make(MessageStore::class);

for ($n = 0; $n < $messages; $n += $batchSize) {
    $batch = [];
    for ($i = $n; $i < $n + $batchSize; $i++) {
        // Every third message is sent by all processes under one clientId.
        $clientId = $i % 3 === 0 ? "shared-{$i}" : "p{$process}-{$i}";
        $batch[] = new NewMessage('1', 'ann', "from {$process}", $clientId);
    }
    for ($tries = 1; ; $tries++) {
        try {
            $answers = $store->append($batch);
            break;
        } catch (ChatError $error) {
            // The same again with the same clientIds, as a client does.
            if ($error->errorCode !== 'store_unavailable' || $tries === $triesMax) {
                throw $error;
            }
            usleep(20_000);
        }
    }
    foreach ($answers as $i => $sent) {
        echo json_encode([$batch[$i]->clientId, $sent->message->id, $sent->message->text, $sent->isNew]), "\n";
    }
}
