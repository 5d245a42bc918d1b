<?php

declare(strict_types=1);

namespace App\Lab\Commands;

use App\Lab\Calls;
use App\Lab\SlowQuery;
use Illuminate\Console\Command;
use Throwable;

/**
 * Asks slow queries for the event loop, which starts it: milliseconds come in, a line each, and answers go out. It ends
 * with its input.
 */
final class WebSocketsSlowQueries extends Command
{
    protected $signature = 'websockets:slow-queries';

    protected $description = 'Ask slow queries for websockets:serve (started by it)';

    protected $hidden = true;

    public function handle(): int
    {
        pcntl_signal(SIGINT, SIG_IGN);
        while (($line = fgets(STDIN)) !== false) {
            $start = hrtime(true);
            try {
                $answer = Calls::answer('loop', 'query', $start, SlowQuery::ask((int) $line));
            } catch (Throwable $why) {
                fwrite(STDERR, $why->getMessage()."\n");
                $answer = null;
            }
            fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR)."\n");
        }

        return self::SUCCESS;
    }
}
