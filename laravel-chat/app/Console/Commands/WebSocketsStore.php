<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\ChangeStore;
use App\Chat\MessageStore;
use App\Store\ErasedTexts;
use Illuminate\Console\Command;
use WebSockets\Chat\Storing\InheritedDescriptors;
use WebSockets\Chat\Storing\StoreWorker;

/** The storing process of websockets:serve, which starts it; it speaks over its standard input and output. */
final class WebSocketsStore extends Command
{
    protected $signature = 'websockets:store';

    protected $description = 'Store messages for websockets:serve (started by it)';

    protected $hidden = true;

    public function handle(MessageStore $messages, ChangeStore $changes, ErasedTexts $erasedTexts): int
    {
        InheritedDescriptors::close();
        // A terminal's Ctrl-C reaches the whole group; this process ends when the loop closes its input.
        pcntl_signal(SIGINT, SIG_IGN);
        // Asked about once a second.
        $position = static function () use ($messages, $erasedTexts): array {
            $position = $messages->position();
            $erasedTexts->upTo($position[1]);

            return $position;
        };
        (new StoreWorker(
            $messages->append(...), $position, $messages->after(...), $messages->known(...), $changes->after(...),
        ))->run(STDIN, STDOUT);

        return self::SUCCESS;
    }
}
