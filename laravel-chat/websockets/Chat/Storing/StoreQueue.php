<?php

declare(strict_types=1);

namespace WebSockets\Chat\Storing;

use React\EventLoop\LoopInterface;

/**
 * Messages on their way to the store: one batch in flight, the rest gathers behind it. A batch whose store died or failed goes again with
 * the same clientIds, so nothing is stored twice; what is not stored in time is given up, and said so.
 */
final class StoreQueue implements StoreAnswers
{
    // The contract promises an answer within 5 s; the rest is for the way.
    private const PATIENCE_SECONDS = 4.5;

    private const RETRY_SECONDS = 0.2;

    // A store that owes an answer for this long hangs: nobody waits for it any more.
    private const HANGS_SECONDS = 15.0;

    // About 3 s of failing: longer than a database takes to restart its connections.
    private const FAILURES_TO_RESTART = 15;

    private const CHECK_SECONDS = 0.25;

    // An idle store is asked whether it is there, and for its newest id.
    private const ASK_SECONDS = 5.0;

    /** @var list<Pending> */
    private array $waiting = [];

    /** @var list<Pending> */
    private array $inFlight = [];

    private int $number = 0;

    private float $sentAt = 0.0;

    private bool $isUp = false;

    /** Messages were asked for. */
    private bool $isReading = false;

    /** Changes were asked for. */
    private bool $isReadingChanges = false;

    /** A flush is due in this or a later turn. */
    private bool $scheduled = false;

    private ?string $trouble = 'the storing process has not answered yet';

    private float $askedAt = 0.0;

    /** A question has not been answered yet. */
    private bool $isAsking = false;

    private bool $retrying = false;

    /** Batches that failed one after the other. */
    private int $failures = 0;

    /** What the newest batch met, where it failed. */
    private ?string $failure = null;

    private float $failedAt = 0.0;

    /** @param  float  $failureShownSeconds  how long a batch that failed counts: a database may answer and store nothing, its disk is full, say */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Store $store,
        private readonly StoreListener $listener,
        private readonly int $maxMessages,
        private readonly int $maxBytes,
        private readonly int $maxPending,
        private readonly float $failureShownSeconds,
    ) {
    }

    public function start(): void
    {
        $this->store->start($this);
        $this->loop->addPeriodicTimer(self::CHECK_SECONDS, $this->check(...));
    }

    public function stop(): void
    {
        $this->store->stop();
    }

    /** What is wrong with the store, or null. */
    public function trouble(): ?string
    {
        return $this->trouble ?? ($this->now() - $this->failedAt < $this->failureShownSeconds ? $this->failure : null);
    }

    public function isIdle(): bool
    {
        return $this->waiting === [] && $this->inFlight === [];
    }

    public function add(Pending $pending): void
    {
        if (count($this->waiting) + count($this->inFlight) >= $this->maxPending) {
            $this->listener->unavailable($pending);

            return;
        }
        $this->waiting[] = $pending;
        $this->schedule();
    }

    /** @return bool whether the store was asked */
    public function readAfter(int $id, int $limit): bool
    {
        if ($this->isUp) {
            $this->isReading = true;
            $this->store->readAfter($id, $limit);
        }

        return $this->isUp;
    }

    public function found(?array $messages): void
    {
        $this->isReading = false;
        $this->listener->found($messages);
    }

    /** @return bool whether the store was asked */
    public function readChanges(int $rev, int $limit): bool
    {
        if ($this->isUp) {
            $this->isReadingChanges = true;
            $this->store->readChanges($rev, $limit);
        }

        return $this->isUp;
    }

    public function foundChanges(?array $changes): void
    {
        $this->isReadingChanges = false;
        $this->listener->foundChanges($changes);
    }

    public function up(int $lastId, int $rev): void
    {
        $this->isUp = true;
        $this->trouble = null;
        $this->listener->ready($lastId, $rev);
        if ($this->inFlight !== [] && ! $this->retrying) {
            $this->again();
        }
        $this->schedule();
    }

    public function alive(int $lastId, int $rev): void
    {
        $this->isAsking = false;
        $this->trouble = null;
        $this->listener->ready($lastId, $rev);
    }

    public function troubled(string $why): void
    {
        $this->isAsking = false;
        $this->trouble = $why;
    }

    public function committed(int $number, array $stored, float $seconds): void
    {
        if ($number !== $this->number || $this->inFlight === []) {
            return;
        }
        $batch = $this->inFlight;
        $this->inFlight = [];
        $this->trouble = null;
        $this->failures = 0;
        $pairs = [];
        foreach ($batch as $i => $pending) {
            if (! $pending->lookUp) {
                $this->failure = null; // what could be read alone says nothing about storing
            }
            $answer = $stored[$i] ?? null;
            if ($answer !== null) {
                $pairs[] = [$pending, $answer];
            } elseif (! $pending->givenUp) {
                $this->listener->refused($pending);
            }
        }
        $this->listener->stored($pairs, $seconds);
        $this->schedule();
    }

    public function failed(int $number, string $why): void
    {
        $this->trouble = $this->failure = "messages cannot be stored: {$why}";
        $this->failedAt = $this->now();
        if (++$this->failures % self::FAILURES_TO_RESTART === 0) {
            // Whatever state it got into, a new process does not have it; the batch goes again when that is up.
            $this->isUp = false;
            $this->store->restart("{$this->failures} batches failed in a row");
        } elseif ($number === $this->number && $this->inFlight !== [] && ! $this->retrying) {
            $this->retrying = true;
            $this->loop->addTimer(self::RETRY_SECONDS, function (): void {
                $this->retrying = false;
                if ($this->isUp) {
                    $this->again();
                }
            });
        }
    }

    public function down(string $why): void
    {
        $this->isUp = $this->isAsking = false;
        $this->trouble = $why;
        if ($this->isReading) {
            $this->found(null);
        }
        if ($this->isReadingChanges) {
            $this->foundChanges(null);
        }
    }

    /** At the end of the turn, so that all frames of one turn share an insert. */
    private function schedule(): void
    {
        if (! $this->scheduled && $this->isUp && $this->inFlight === [] && $this->waiting !== []) {
            $this->scheduled = true;
            $this->loop->futureTick(function (): void {
                $this->scheduled = false;
                if ($this->isUp && $this->inFlight === [] && $this->waiting !== []) {
                    $this->inFlight = $this->takeBatch();
                    $this->send();
                }
            });
        }
    }

    /** @return list<Pending> */
    private function takeBatch(): array
    {
        $bytes = 0;
        $count = 0;
        foreach ($this->waiting as $pending) {
            $bytes += strlen($pending->message->text);
            if ($count === $this->maxMessages || ($count > 0 && $bytes > $this->maxBytes)) {
                break;
            }
            $count++;
        }

        return array_splice($this->waiting, 0, $count);
    }

    private function send(): void
    {
        $this->sentAt = $this->now();
        $this->store->send(++$this->number, $this->inFlight);
    }

    /** The batch goes again, without those whose senders have been told to try again themselves. */
    private function again(): void
    {
        $this->inFlight = array_values(array_filter($this->inFlight, static fn (Pending $pending): bool => ! $pending->givenUp));
        if ($this->inFlight !== []) {
            $this->send();
        } else {
            $this->schedule();
        }
    }

    private function check(): void
    {
        $now = $this->now();
        $this->giveUpBefore($now - self::PATIENCE_SECONDS);
        if ($this->isUp && $this->isAsking && $now - $this->askedAt > self::PATIENCE_SECONDS) {
            $this->trouble ??= 'the storing process does not answer';
        }
        if ($this->isUp && $this->isAsking && $now - $this->askedAt > self::HANGS_SECONDS) {
            $this->isUp = $this->isAsking = false;
            $this->store->restart('a question was not answered for '.self::HANGS_SECONDS.' s');
        } elseif ($this->isUp && ! $this->retrying && $this->inFlight !== [] && $now - $this->sentAt > self::HANGS_SECONDS) {
            $this->isUp = false;
            $this->store->restart('a batch was not answered for '.self::HANGS_SECONDS.' s');
        } elseif ($this->isUp && ! $this->isAsking && $this->inFlight === [] && $now - $this->askedAt > self::ASK_SECONDS) {
            $this->askedAt = $now;
            $this->isAsking = true;
            $this->store->ask();
        }
    }

    private function giveUpBefore(float $time): void
    {
        foreach ($this->inFlight as $pending) {
            if (! $pending->givenUp && $pending->since < $time) {
                $pending->givenUp = true;
                $this->trouble ??= 'the storing process does not answer';
                $this->listener->unavailable($pending);
            }
        }
        $late = 0;
        while (isset($this->waiting[$late]) && $this->waiting[$late]->since < $time) {
            $this->listener->unavailable($this->waiting[$late++]);
        }
        if ($late > 0) {
            array_splice($this->waiting, 0, $late);
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
