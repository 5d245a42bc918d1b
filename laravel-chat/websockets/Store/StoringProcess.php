<?php

declare(strict_types=1);

namespace WebSockets\Store;

use App\Chat\Message;
use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\Chat\Page;
use App\Chat\Sent;
use App\Chat\SessionStore;
use App\ChatError;
use App\JsonText;
use App\Logging\FaultText;
use Psr\Log\LoggerInterface;
use Throwable;

/**
 * The storing process, which the loop calls by StoreClient. It reads calls, a line of JSON each, and answers each by a
 * line.
 *
 *     {do: "append", messages: [NEW, ...]}      {sent: [SENT, ...], seconds: 0.002}
 *     {do: "after", id: 16, limit: 50}          {found: [JSON of a message, ...]}
 *     {do: "changedAfter", rev: 3, limit: 50}   {found: [JSON of a message, ...]}
 *     {do: "endedSessions", handles: [...]}     {ended: [handle, ...]}
 *     {do: "position"}                          {lastId: 17, rev: 3}
 *     any of them that fails                    {why: "..."}
 *
 * NEW is a row of NewMessage. SENT is [id, at] of a new message, the JSON of one whose clientId is known, or {code,
 * field} of a refused one.
 *
 * It ends with its input, so it never outlives the loop.
 */
final class StoringProcess
{
    public function __construct(
        private readonly MessageStore $messages,
        private readonly SessionStore $sessions,
        private readonly LoggerInterface $log,
    ) {
    }

    /**
     * @param  resource  $in
     * @param  resource  $out
     */
    public function run($in, $out): void
    {
        while (($line = fgets($in)) !== false) {
            fwrite($out, JsonText::of($this->answer((array) json_decode($line, true)))."\n");
        }
    }

    /**
     * @param  array<string, mixed>  $call
     * @return array<string, mixed>
     */
    private function answer(array $call): array
    {
        try {
            return match ($call['do']) {
                'append' => $this->append($call['messages']),
                'after' => self::found($this->messages->after($call['id'], $call['limit'])),
                'changedAfter' => self::found($this->messages->changedAfter($call['rev'], $call['limit'])),
                'endedSessions' => ['ended' => array_values(array_filter($call['handles'], $this->isOver(...)))],
                'position' => array_combine(['lastId', 'rev'], $this->messages->position()),
            };
        } catch (ChatError $away) {
            $cause = $away->getPrevious() ?? $away;

            // The database's own words would quote what people wrote.
            return ['why' => 'the store is away: '.class_basename($cause).' '.$cause->getCode()];
        } catch (Throwable $bug) {
            $this->log->error('A call of the storing process failed.', FaultText::of($bug));

            return ['why' => 'a bug in the storing process: see its log'];
        }
    }

    private function isOver(string $handle): bool
    {
        return $this->sessions->findUser($handle) === null;
    }

    /**
     * @param  non-empty-list<array{string, string, string, string, ?int}>  $rows
     * @return array<string, mixed>
     */
    private function append(array $rows): array
    {
        $start = hrtime(true);
        $sent = $this->store(array_map(NewMessage::fromRow(...), $rows));
        $row = static fn (Sent|ChatError $one): array|string => match (true) {
            $one instanceof ChatError => ['code' => $one->errorCode, 'field' => $one->field],
            $one->isNew => [$one->message->id, $one->message->at],
            default => JsonText::of($one->message->toArray()),
        };

        return ['sent' => array_map($row, $sent), 'seconds' => (hrtime(true) - $start) * 1e-9];
    }

    /**
     * Only the message that the store cannot take (its user is gone, say) fails.
     *
     * @param  non-empty-list<NewMessage>  $batch
     * @return list<Sent|ChatError> in the order given
     *
     * @throws ChatError store_unavailable: nothing was stored that was not stored before
     */
    private function store(array $batch): array
    {
        try {
            return $this->messages->append($batch);
        } catch (ChatError $away) {
            throw $away;
        } catch (Throwable $fault) {
            if (count($batch) > 1) {
                return array_merge(...array_map(fn (NewMessage $one): array => $this->store([$one]), $batch));
            }
            $this->log->error('A message could not be stored.', FaultText::of($fault));

            return [ChatError::of('internal')];
        }
    }

    /** @return array{found: list<string>} */
    private static function found(Page $page): array
    {
        $json = static fn (Message $one): string => JsonText::of($one->toArray());

        return ['found' => array_map($json, $page->messages)];
    }
}
