<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use App\Chat\NewMessage;
use App\Chat\Sent;
use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\EncodedMessage;

/** A store in memory that answers in a later turn, as the storing process does, unless a test holds or breaks it. */
final class MemoryStore implements AsyncStore
{
    /** Answers wait until release(). */
    public bool $held = false;

    /** @var list<list<string>> the clientIds of the batches, as sent */
    public array $batches = [];

    /** @var list<int> the ids read after */
    public array $reads = [];

    /** @var list<int> the revisions asked after */
    public array $changeReads = [];

    /** The time until a question for messages is answered. */
    public float $readSeconds = 0.0;

    /** Questions for messages cannot be answered. */
    public bool $unreadable = false;

    /** @var list<string> handles of the sessions that have ended */
    public array $ended = [];

    /** @var array<int, string> messages by id, those of HTTP workers too */
    private array $written = [];

    private ?LoopInterface $loop = null;

    /** @var Closure(int, int): void */
    private Closure $onPosition;

    /** The store of another process on the same database: it gets what is stored here. */
    public ?self $beside = null;

    private ?string $problem = null;

    /** The newest id that this store names. */
    public int $lastId = 0;

    public int $rev = 0;

    /** @var array<int, int> the revision of each changed message, by id */
    private array $changes = [];

    /** @var array<string, EncodedMessage> by user and clientId */
    private array $stored = [];

    /** @var list<array{Closure, list<mixed>}> */
    private array $waiting = [];

    public function on(LoopInterface $loop): self
    {
        $this->loop = $loop;

        return $this;
    }

    public function start(Closure $onPosition): void
    {
        $this->onPosition = $onPosition;
        $this->later(fn () => ($this->onPosition)($this->lastId, $this->rev));
    }

    public function askPosition(): void
    {
        $this->later(fn () => ($this->onPosition)($this->lastId, $this->rev));
    }

    public function problem(): ?string
    {
        return $this->problem;
    }

    public function append(array $batch, Closure $done): void
    {
        $this->batches[] = array_map(static fn ($waiting) => $waiting->message->clientId, $batch);
        $stored = [];
        foreach ($batch as $waiting) {
            $new = $waiting->message;
            $known = $this->stored[NewMessage::keyOf($new->userId, $new->clientId)] ?? null;
            $message = $known ?? EncodedMessage::fromMessage(
                $new->toMessage($this->lastId + 1, '2026-01-31T12:00:00.000Z'),
            );
            $stored[] = new Sent($message, $known === null);
            $this->wrote($message->id, $message->json);
            $this->beside?->wrote($message->id, $message->json);
        }
        $this->later($done, $stored, 0.001);
    }

    public function after(int $id, int $limit, Closure $found): void
    {
        $this->reads[] = $id;
        ksort($this->written);
        $above = array_filter($this->written, static fn (int $one): bool => $one > $id, ARRAY_FILTER_USE_KEY);
        $known = $this->unreadable ? null : array_map(EncodedMessage::fromJson(...), array_slice($above, 0, $limit));
        $answer = fn () => $this->later($found, $known);
        if ($this->readSeconds > 0) {
            $this->loop?->addTimer($this->readSeconds, $answer);
        } else {
            $answer();
        }
    }

    public function changedAfter(int $rev, int $limit, Closure $found): void
    {
        $this->changeReads[] = $rev;
        $known = [];
        foreach ($this->changes as $id => $one) {
            if ($one > $rev) {
                $known[$one] = EncodedMessage::fromJson($this->written[$id]);
            }
        }
        ksort($known);
        $this->later($found, $this->unreadable ? null : array_slice(array_values($known), 0, $limit));
    }

    public function endedSessions(array $handles, Closure $found): void
    {
        $this->later($found, $this->unreadable ? null : array_values(array_intersect($handles, $this->ended)));
    }

    /** An HTTP worker changed this message. */
    public function changed(int $id, string $json): void
    {
        $this->wrote($id, $json);
        $this->changes[$id] = $this->rev = json_decode($json)->rev;
    }

    /** An HTTP worker stored this message. */
    public function wrote(int $id, string $json): void
    {
        $this->written[$id] = $json;
        $this->lastId = max($this->lastId, $id);
        $message = EncodedMessage::fromJson($json);
        $this->stored[NewMessage::keyOf($message->userId, $message->clientId)] = $message;
    }

    public function stop(): void
    {
    }

    /** Dies before its answers: whether the batch is stored is unknown. */
    public function die(): void
    {
        $this->problem = 'the storing process died';
        [$waiting, $this->waiting] = [$this->waiting, []];
        foreach ($waiting as [$answer]) {
            $answer(null, 0.0);
        }
    }

    public function comeBack(): void
    {
        $this->held = false;
        $this->problem = null;
        ($this->onPosition)($this->lastId, $this->rev);
    }

    public function release(): void
    {
        $this->held = false;
        [$waiting, $this->waiting] = [$this->waiting, []];
        foreach ($waiting as [$answer, $what]) {
            $answer(...$what);
        }
    }

    private function later(Closure $answer, mixed ...$what): void
    {
        if ($this->held) {
            $this->waiting[] = [$answer, array_values($what)];
        } else {
            $this->loop?->futureTick(static fn () => $answer(...$what));
        }
    }
}
