<?php

declare(strict_types=1);

// One of several processes that store at the same time: php send.php PROCESS MESSAGES BATCH [TRIES] prints what it was answered.

use App\Chat\NewMessage;
use App\Chat\SendMessages;
use App\ChatError;
use Illuminate\Contracts\Console\Kernel;

require dirname(__DIR__, 2).'/vendor/autoload.php';

$app = require dirname(__DIR__, 2).'/bootstrap/app.php';
$app->make(Kernel::class)->bootstrap();
set_exception_handler(function (Throwable $fault): never { // Laravel's prints it and ends with 0
    fwrite(STDERR, $fault::class.': '.$fault->getMessage());
    exit(1);
});

[, $process, $messages, $batchSize, $triesMax] = array_map(intval(...), $argv) + [4 => 50];
$sendMessages = $app->make(SendMessages::class);

for ($n = 0; $n < $messages; $n += $batchSize) {
    $batch = [];
    for ($i = $n; $i < $n + $batchSize; $i++) {
        // Every third message is sent by all processes under one clientId.
        $clientId = $i % 3 === 0 ? "shared-{$i}" : "p{$process}-{$i}";
        $batch[] = new NewMessage('1', 'ann', "from {$process}", $clientId);
    }
    for ($tries = 1; ; $tries++) {
        try {
            $answers = $sendMessages->handle($batch);
            break;
        } catch (ChatError $error) {
            // What a client does: the same again, with the same clientIds.
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
