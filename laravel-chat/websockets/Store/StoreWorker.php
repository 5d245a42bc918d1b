<?php

declare(strict_types=1);

namespace WebSockets\Store;

use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Page;
use App\Chat\SendMessages;
use App\Chat\Sent;
use App\ChatError;
use App\JsonText;
use Throwable;

/**
 * The storing process: reads orders as lines of JSON, and answers each in the same order.
 *
 * - At the start, and after {"position": true}: {"lastId": 17, "rev": 3}.
 * - {"after": 16, "limit": 50} or {"rev": 3, "limit": 50}: {"found": [message, ...]}, each message as JSON.
 * - {"messages": [[userId, userName, text, clientId, replyTo], ...]}: {"sent": [[id, at], ...], "seconds": 0.002}.
 *   A message with a known clientId has its JSON in place of [id, at]. A refused one has {code, field}.
 * - A store that is away: {"why": "..."}.
 *
 * It ends with its input, so it never outlives the loop.
 */
final class StoreWorker
{
    private const RETRY_MICROSECONDS = 250_000;

    public function __construct(
        private readonly MessageStore $messages,
        private readonly SendMessages $sendMessages,
    ) {
    }

    /**
     * @param  resource  $in
     * @param  resource  $out
     */
    public function run($in, $out): void
    {
        // Until the store answers for the first time there is nothing to do: a batch could only fail.
        while (! isset(($hello = $this->answer([]))['lastId'])) {
            $this->say($out, $hello);
            usleep(self::RETRY_MICROSECONDS);
            // The loop sends no order before the hello: only its end can be read. feof() is true after a read alone.
            stream_set_blocking($in, false);
            $hasEnded = fgets($in) === false && feof($in);
            stream_set_blocking($in, true);
            if ($hasEnded) {
                return;
            }
        }
        $this->say($out, $hello);
        while (($line = fgets($in)) !== false) {
            $this->say($out, $this->answer((array) json_decode($line, true)));
        }
    }

    /**
     * @param  array<string, mixed>  $order
     * @return array<string, mixed>
     */
    private function answer(array $order): array
    {
        $limit = $order['limit'] ?? 0;
        try {
            return match (true) {
                isset($order['messages']) => $this->append($order['messages']),
                isset($order['after']) => self::found($this->messages->after($order['after'], $limit)),
                isset($order['rev']) => self::found($this->messages->changedAfter($order['rev'], $limit)),
                default => $this->position(),
            };
        } catch (Throwable $fault) {
            $fault = $fault->getPrevious() ?? $fault;

            // Without the database's own words, which quote what people wrote.
            return ['why' => 'the store is away: '.class_basename($fault).' '.$fault->getCode()];
        }
    }

    /**
     * @param  non-empty-list<array{string, string, string, string, ?int}>  $rows
     * @return array<string, mixed>
     */
    private function append(array $rows): array
    {
        $start = hrtime(true);
        $sent = $this->sendMessages->handle(array_map(static fn (array $row) => new NewMessage(...$row), $rows));
        $row = static fn (Sent|ChatError $one): array|string => match (true) {
            $one instanceof ChatError => ['code' => $one->errorCode, 'field' => $one->field],
            $one->isNew => [$one->message->id, $one->message->at],
            default => JsonText::of($one->message->toArray()),
        };

        return ['sent' => array_map($row, $sent), 'seconds' => (hrtime(true) - $start) * 1e-9];
    }

    /** @return array{lastId: int, rev: int} */
    private function position(): array
    {
        [$lastId, $rev] = $this->messages->position();

        return ['lastId' => $lastId, 'rev' => $rev];
    }

    /** @return array{found: list<string>} */
    private static function found(Page $page): array
    {
        $json = static fn (Message $one): string => JsonText::of($one->toArray());

        return ['found' => array_map($json, $page->messages)];
    }

    /**
     * @param  resource  $out
     * @param  array<string, mixed>  $answer
     */
    private function say($out, array $answer): void
    {
        fwrite($out, JsonText::of($answer)."\n");
    }
}
