<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use App\Chat\AppendBatch;
use App\Chat\Counters;
use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\MessageWriter;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;
use Throwable;

/**
 * Stores the messages of one turn of an event loop in one transaction, answers their senders, then tells them to all as
 * one event. The loop stands still while it stores. It does not use the server that calls it.
 *
 * @implements MessageWriter<Message>
 */
final class GatheredMessages implements MessageWriter
{
    /** @var list<array{NewMessage, Closure(Sent<Message>|Throwable): void}> */
    private array $gathered = [];

    /**
     * @param  Closure(): void  $atEndOfTurn  has store() called
     * @param  Closure(list<array<string, mixed>>): void  $tell  messages to everybody
     */
    public function __construct(
        private readonly MessageStore $messages,
        private readonly AppendBatch $appendBatch,
        private readonly Counters $counters,
        private readonly Closure $atEndOfTurn,
        private readonly Closure $tell,
    ) {
    }

    public function known(NewMessage $new): ?Message
    {
        return null;
    }

    public function append(NewMessage $new, Closure $done): void
    {
        $this->gathered[] = [$new, $done];
        count($this->gathered) === 1 && ($this->atEndOfTurn)();
    }

    public function find(NewMessage $new, Closure $done): void
    {
        try {
            $known = $this->messages->known([$new])[$new->key] ?? null;
        } catch (Throwable $fault) {
            $done($fault);

            return;
        }
        $done($known === null ? null : new Sent($known, false));
    }

    public function store(): void
    {
        [$batch, $this->gathered] = [$this->gathered, []];
        $started = hrtime(true);
        try {
            $answers = $this->appendBatch->handle(array_column($batch, 0));
        } catch (ChatError $away) {
            $answers = array_fill(0, count($batch), $away);
        }
        $seconds = (hrtime(true) - $started) / 1e9;
        $new = [];
        foreach ($batch as $i => [, $done]) {
            $answer = $answers[$i] ?? ChatError::internal();
            $done($answer);
            if ($answer instanceof Sent && $answer->isNew) {
                $new[$answer->message->id] = $answer->message->toArray();
            }
        }
        ksort($new);
        $new === [] || ($this->tell)(array_values($new));
        $this->counters->stored(count($new), $seconds);
    }
}
