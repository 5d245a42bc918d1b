<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\MessageStore;
use App\Chat\SessionStore;
use Illuminate\Console\Command;
use Psr\Log\LoggerInterface;
use WebSockets\Store\StoringProcess;

/** The storing process of websockets:serve, which starts it; it speaks over its standard input and output. */
final class WebSocketsStore extends Command
{
    protected $signature = 'websockets:store';

    protected $description = 'Store messages for websockets:serve (started by it)';

    protected $hidden = true;

    public function handle(MessageStore $messages, SessionStore $sessions, LoggerInterface $log): int
    {
        // A terminal's Ctrl-C reaches the whole group; this process ends when the loop closes its input.
        pcntl_signal(SIGINT, SIG_IGN);
        (new StoringProcess($messages, $sessions, $log))->run(STDIN, STDOUT);

        return self::SUCCESS;
    }
}
