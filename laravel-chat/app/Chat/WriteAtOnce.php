<?php

declare(strict_types=1);

namespace App\Chat;

use Closure;
use Throwable;

/**
 * Stores one message while its sender waits, then tells everybody. Workers do so: each serves one request at a time.
 *
 * @implements MessageWriter<Message>
 */
final class WriteAtOnce implements MessageWriter
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly Counters $counters,
        private readonly Announcer $announcer,
    ) {
    }

    public function append(NewMessage $new, Closure $done): void
    {
        $started = hrtime(true);
        try {
            [$sent] = $this->messages->append([$new]);
        } catch (Throwable $fault) {
            $done($fault);

            return;
        }
        $this->counters->stored($sent->isNew ? 1 : 0, (hrtime(true) - $started) / 1e9);
        $done($sent);
        $sent->isNew && $this->announcer->sent($sent->message);
    }
}
