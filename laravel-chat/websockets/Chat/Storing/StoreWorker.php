<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use App\Chat\Message;
use App\Chat\NewMessage;
use App\Chat\Page;
use App\Chat\Sent;
use App\ChatError;
use Throwable;

/**
 * The storing process: reads batches as lines of JSON, stores each in one transaction, answers in the same order.
 *
 * In:  {"n": 1, "messages": [[userId, userName, text, clientId], ...]} with a fifth, true, where one is looked up alone; {"after": 16, "limit": 50}, {"changes": 3, "limit": 50} or {"ask": true}
 * Out: {"after": [[17, message as JSON], ...]} or {"after": null, "why": "..."};
 *      {"changes": [[4, message as JSON], ...]} or {"changes": null, "why": "..."}
 *      {"n": 1, "sent": [[id, isNew, message as JSON] or null where it cannot be stored or is not there, ...], "seconds": 0.002}, {"n": 1, "why": "..."}; {"lastId": 17, "rev": 3} or {"why": "..."}; once, at the start, {"hello": 17, "rev": 3}
 *
 * It ends with its input, so it never outlives the loop.
 */
final class StoreWorker
{
    private const FLAGS = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;

    private const RETRY_MICROSECONDS = 250_000;

    /**
     * @param  callable(non-empty-list<NewMessage>): list<Sent>  $store
     * @param  callable(): array{int, int}  $position  the newest id and the revision of the newest change
     * @param  callable(int, int): Page  $after  an id, how many at most
     * @param  callable(list<NewMessage>): array<string, Message>  $known  what is stored under their clientIds, by "userId clientId"
     * @param  callable(int, int): Page  $changesAfter  a revision, how many at most
     */
    public function __construct(private $store, private $position, private $after, private $known, private $changesAfter)
    {
    }

    /**
     * @param  resource  $in
     * @param  resource  $out
     */
    public function run($in, $out): void
    {
        // Until the store answers for the first time there is nothing to do: a batch could only fail.
        while (! isset(($hello = $this->askStore())['lastId'])) {
            $this->say($out, $hello);
            usleep(self::RETRY_MICROSECONDS);
            // Nobody orders anything before the hello: what can be read is the end of the loop. feof() alone says nothing before somebody has read.
            stream_set_blocking($in, false);
            $ended = fgets($in) === false && feof($in);
            stream_set_blocking($in, true);
            if ($ended) {
                return;
            }
        }
        $this->say($out, ['hello' => $hello['lastId'], 'rev' => $hello['rev']]);
        while (($line = fgets($in)) !== false) {
            $order = json_decode($line, true);
            if (is_array($order)) {
                $this->say($out, match (true) {
                    isset($order['messages']) => $this->storeBatch($order['n'], $order['messages']),
                    isset($order['changes']) => $this->changes($order['changes'], $order['limit']),
                    isset($order['after']) => $this->after($order['after'], $order['limit']),
                    default => $this->askStore(),
                });
            }
        }
    }

    /**
     * @param  list<array{0: string, 1: string, 2: string, 3: string, 4?: true}>  $messages
     * @return array<string, mixed>
     */
    private function storeBatch(int $number, array $messages): array
    {
        $new = $old = [];
        foreach ($messages as $i => $one) {
            $message = new NewMessage($one[0], $one[1], $one[2], $one[3]);
            isset($one[4]) ? $old[$i] = $message : $new[$i] = $message;
        }
        $start = hrtime(true);
        try {
            $sent = array_combine(array_keys($new), $this->storeTogetherOrAlone(array_values($new))) + $this->lookUp($old);
            ksort($sent);
        } catch (ChatError $away) {
            return ['n' => $number, 'why' => self::name($away->getPrevious() ?? $away)];
        }

        return [
            'n' => $number,
            'sent' => array_map(static fn (?Sent $one): ?array => $one === null ? null
                : [$one->message->id, $one->isNew, json_encode($one->message->toArray(), self::FLAGS)], $sent),
            'seconds' => (hrtime(true) - $start) * 1e-9,
        ];
    }

    /**
     * One message that the store cannot take (its user is gone, say) must not hold up the others: then each goes alone.
     *
     * @param  list<NewMessage>  $batch
     * @return list<Sent|null> null for what cannot be stored
     *
     * @throws ChatError where the store is away
     */
    private function storeTogetherOrAlone(array $batch): array
    {
        try {
            return $batch === [] ? [] : ($this->store)($batch);
        } catch (ChatError $away) {
            throw $away;
        } catch (Throwable $fault) {
            fwrite(STDERR, 'A message could not be stored: '.self::name($fault)."\n");

            return count($batch) === 1 ? [null] : array_merge(...array_map(fn (NewMessage $one): array => $this->storeTogetherOrAlone([$one]), $batch));
        }
    }

    /**
     * @param  array<int, NewMessage>  $old
     * @return array<int, Sent|null> by the same keys
     */
    private function lookUp(array $old): array
    {
        $known = $old === [] ? [] : ($this->known)(array_values($old));

        return array_map(static function (NewMessage $one) use ($known): ?Sent {
            $message = $known[$one->userId.' '.$one->clientId] ?? null;

            return $message === null ? null : new Sent($message, false);
        }, $old);
    }

    /** What went wrong without what people wrote: a database's own message quotes the values. */
    private static function name(Throwable $fault): string
    {
        return class_basename($fault).' '.$fault->getCode();
    }

    /** @return array<string, mixed> */
    private function after(int $id, int $limit): array
    {
        try {
            return ['after' => array_map(
                static fn (Message $one): array => [$one->id, json_encode($one->toArray(), self::FLAGS)],
                ($this->after)($id, $limit)->messages,
            )];
        } catch (Throwable $fault) {
            return ['after' => null] + self::away($fault);
        }
    }

    /** @return array<string, mixed> */
    private function changes(int $rev, int $limit): array
    {
        try {
            return ['changes' => array_map(static fn (Message $one): array => [$one->rev, json_encode($one->toArray(), self::FLAGS)], ($this->changesAfter)($rev, $limit)->messages)];
        } catch (Throwable $fault) {
            return ['changes' => null] + self::away($fault);
        }
    }

    /** @return array{lastId: int, rev: int}|array{why: string} */
    private function askStore(): array
    {
        try {
            [$lastId, $rev] = ($this->position)();

            return ['lastId' => $lastId, 'rev' => $rev];
        } catch (Throwable $fault) {
            return self::away($fault);
        }
    }

    /** @return array{why: string} */
    private static function away(Throwable $fault): array
    {
        return ['why' => 'the store is away: '.self::name($fault->getPrevious() ?? $fault)];
    }

    /**
     * @param  resource  $out
     * @param  array<string, mixed>  $answer
     */
    private function say($out, array $answer): void
    {
        fwrite($out, json_encode($answer, self::FLAGS)."\n");
    }
}
