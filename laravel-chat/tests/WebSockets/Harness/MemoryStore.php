<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use React\EventLoop\LoopInterface;
use WebSockets\Chat\Storing\Store;
use WebSockets\Chat\Storing\StoreAnswers;
use WebSockets\Chat\Storing\Stored;
use WebSockets\Chat\Storing\StoreQueue;

/** A store in memory that answers in a later turn, as the storing process does, unless a test holds or breaks it. */
final class MemoryStore implements Store
{
    /** Answers wait until release(). */
    public bool $held = false;

    /** The next batches fail. */
    public int $failures = 0;

    /** @var list<list<string>> the clientIds of the batches, as sent */
    public array $batches = [];

    /** @var list<int> the ids read after */
    public array $reads = [];

    /** @var list<int> the revisions asked after */
    public array $changeReads = [];

    /** @var list<string> the clientIds that were to be looked up */
    public array $lookedUp = [];

    /** Questions for messages are answered so much later. */
    public float $readSeconds = 0.0;

    /** Questions for messages cannot be answered. */
    public bool $unreadable = false;

    public int $restarts = 0;

    /** @var array<int, string> messages by id, those of HTTP workers too */
    private array $written = [];

    private ?LoopInterface $loop = null;

    private StoreAnswers $answers;

    /** What stores by it. */
    public ?StoreQueue $queue = null;

    private int $lastId = 0;

    private int $rev = 0;

    /** @var array<int, int> the revision of each changed message, by id */
    private array $changes = [];

    /** @var array<string, Stored> by user and clientId */
    private array $stored = [];

    /** @var list<callable(): void> */
    private array $waiting = [];

    public function attach(LoopInterface $loop): void
    {
        $this->loop = $loop;
        $this->later(fn () => $this->answers->up($this->lastId, $this->rev));
    }

    public function start(StoreAnswers $answers): void
    {
        $this->answers = $answers;
        $this->queue = $answers instanceof StoreQueue ? $answers : null;
    }

    public function send(int $number, array $batch): void
    {
        $this->batches[] = array_map(static fn ($pending) => $pending->message->clientId, $batch);
        if ($this->failures > 0) {
            $this->failures--;
            $this->later(fn () => $this->answers->failed($number, 'the database is away'));

            return;
        }
        $stored = [];
        foreach ($batch as $pending) {
            $new = $pending->message;
            $key = "{$new->userId} {$new->clientId}";
            $known = $this->stored[$key] ?? null;
            $pending->lookUp && $this->lookedUp[] = $new->clientId;
            if ($known === null && ($new->text === 'poison' || $pending->lookUp)) {
                $stored[] = null;

                continue;
            }
            $id = $known->id ?? ++$this->lastId;
            $json = $known->json ?? (string) json_encode(['id' => $id, 'user' => ['id' => $new->userId, 'name' => $new->userName], 'text' => $new->text, 'at' => '2026-01-31T12:00:00.000Z', 'clientId' => $new->clientId]);
            $stored[] = new Stored($id, $known === null, $json);
            $this->stored[$key] = new Stored($id, false, $json);
            $this->written[$id] = $json;
        }
        $this->later(fn () => $this->answers->committed($number, $stored, 0.001));
    }

    public function readAfter(int $id, int $limit): void
    {
        $this->reads[] = $id;
        ksort($this->written);
        $above = array_filter($this->written, static fn (int $one): bool => $one > $id, ARRAY_FILTER_USE_KEY);
        $found = array_map(static fn (int $one, string $json): array => [$one, $json], array_keys($above), $above);
        $known = $this->unreadable ? null : array_slice($found, 0, $limit);
        $answer = fn () => $this->later(fn () => $this->answers->found($known));
        $this->readSeconds > 0 ? $this->loop?->addTimer($this->readSeconds, $answer) : $answer();
    }

    public function readChanges(int $rev, int $limit): void
    {
        $this->changeReads[] = $rev;
        $known = [];
        foreach ($this->changes as $id => $one) {
            $one > $rev && $known[$one] = [$one, $this->written[$id]];
        }
        ksort($known);
        $found = $this->unreadable ? null : array_slice(array_values($known), 0, $limit);
        $this->later(fn () => $this->answers->foundChanges($found));
    }

    /** What an HTTP worker changed. */
    public function changed(int $id, string $json): void
    {
        $this->wrote($id, $json);
        $this->changes[$id] = $this->rev = json_decode($json)->rev;
    }

    /** What the store names as its newest revision from now on. */
    public function saysRev(int $rev): void
    {
        $this->rev = $rev;
    }

    /** What an HTTP worker stored. */
    public function wrote(int $id, string $json): void
    {
        $this->written[$id] = $json;
        $this->lastId = max($this->lastId, $id);
        $message = json_decode($json);
        $this->stored["{$message->user->id} {$message->clientId}"] = new Stored($id, false, $json);
    }

    public function ask(): void
    {
        $this->later(fn () => $this->answers->alive($this->lastId, $this->rev));
    }

    public function restart(string $why): void
    {
        $this->restarts++;
    }

    public function stop(): void
    {
    }

    /** Dies with what it owes: the batch may be stored, nobody knows. */
    public function die(): void
    {
        $this->waiting = [];
        $this->answers->down('the storing process died');
    }

    public function comeBack(): void
    {
        $this->held = false;
        $this->answers->up($this->lastId, $this->rev);
    }

    public function release(): void
    {
        $this->held = false;
        foreach ($this->waiting as $answer) {
            $answer();
        }
        $this->waiting = [];
    }

    /** Forgets what was stored but its newest id, so that a long run does not pile it up. */
    public function forget(): void
    {
        $this->stored = $this->written = $this->batches = [];
    }

    public function holds(int $id): void
    {
        $this->lastId = $id;
    }

    private function later(callable $answer): void
    {
        if ($this->held) {
            $this->waiting[] = $answer;
        } else {
            $this->loop?->futureTick($answer);
        }
    }
}
