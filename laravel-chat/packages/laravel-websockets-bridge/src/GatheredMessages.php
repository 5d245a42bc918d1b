<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use App\Chat\Counters;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use Closure;
use Psr\Log\LoggerInterface;
use stdClass;
use Throwable;
use WebSockets\Chat\Allowances;
use WebSockets\Chat\ClientMessage;

/**
 * Stores the messages of one turn of an event loop in one transaction, acknowledges them, then tells them to all as one
 * event. The loop stands still while it stores. It does not use the server that calls it.
 *
 * @phpstan-type Acknowledge Closure(array<string, mixed>): void
 */
final class GatheredMessages
{
    /** @var list<array{NewMessage, Acknowledge}> */
    private array $gathered = [];

    /** @param  Closure(list<array<string, mixed>>): void  $tell  messages to everybody */
    public function __construct(
        private readonly MessageStore $store,
        private readonly Allowances $allowances,
        private readonly Counters $counters,
        private readonly LoggerInterface $log,
        private readonly int $maxDepth,
        private readonly Closure $tell,
    ) {
    }

    /**
     * @param  ?stdClass  $data  of the event
     * @param  Acknowledge  $acknowledge
     * @return bool whether it is the first that waits: somebody has to call store() at the end of this turn
     */
    public function receive(string $userId, string $userName, ?stdClass $data, Closure $acknowledge): bool
    {
        try {
            $message = ClientMessage::read($data, $this->maxDepth);
            if (! $this->allowances->take($userId)) {
                // A repeated clientId costs nothing, so it is answered by an empty bucket too.
                $known = $this->store->find($userId, $message->clientId) ?? throw ChatError::of('too_many_messages');
                $acknowledge(['clientId' => $message->clientId, 'ok' => true, 'message' => $known->toArray()]);

                return false;
            }
        } catch (ChatError $error) {
            $this->refuse($acknowledge, $data->clientId ?? null, $error);

            return false;
        }
        $this->gathered[] = [new NewMessage($userId, $userName, $message->text, $message->clientId), $acknowledge];

        return count($this->gathered) === 1;
    }

    public function store(): void
    {
        [$batch, $this->gathered] = [$this->gathered, []];
        $started = hrtime(true);
        $stored = $this->storeTogetherOrAlone($batch);
        $seconds = (hrtime(true) - $started) / 1e9;
        $new = [];
        foreach ($batch as $i => [$message, $acknowledge]) {
            $sent = $stored[$i];
            if ($sent instanceof ChatError) {
                $this->allowances->giveBack($message->userId);
                $this->refuse($acknowledge, $message->clientId, $sent);

                continue;
            }
            $sent->isNew || $this->allowances->giveBack($message->userId);
            $acknowledge(['clientId' => $message->clientId, 'ok' => true, 'message' => $sent->message->toArray()]);
            $sent->isNew && $new[$sent->message->id] = $sent->message->toArray();
        }
        ksort($new);
        $new === [] || ($this->tell)(array_values($new));
        $this->counters->stored(count($new), $seconds);
    }

    /**
     * Where the store cannot take one message (its user is gone, say), each is stored by itself.
     *
     * @param  list<array{NewMessage, Acknowledge}>  $batch
     * @return list<Sent|ChatError>
     */
    private function storeTogetherOrAlone(array $batch): array
    {
        try {
            return $batch === [] ? [] : $this->store->append(array_column($batch, 0));
        } catch (ChatError $away) {
            return array_fill(0, count($batch), $away);
        } catch (Throwable $fault) {
            if (count($batch) > 1) {
                $alone = array_map(fn (array $one): array => $this->storeTogetherOrAlone([$one]), $batch);

                return array_merge(...$alone);
            }
            $why = class_basename($fault).' '.$fault->getCode();
            $this->log->error('A message could not be stored.', ['why' => $why]);

            return [ChatError::internal()];
        }
    }

    /** @param  Acknowledge  $acknowledge */
    private function refuse(Closure $acknowledge, mixed $clientId, ChatError $error): void
    {
        $this->counters->failed($error->errorCode);
        $acknowledge(['clientId' => ClientMessage::echoOf($clientId), 'ok' => false, 'error' => $error->toArray()]);
    }
}
