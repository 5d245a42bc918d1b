<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use WebSockets\Chat\Storing\StoreQueue;

/**
 * Tells messages in strict id order, whoever stored them, each at most once. Ids are dense and in commit order: when one is known to be stored
 * all below it are stored too. So what stands above a hole is held, and the store is asked for exactly the ids that are missing, one question at a time;
 * what the store does not have then will never be there. Nothing waits where there is no hole.
 *
 * Ids that HTTP workers publish are hints: what is told is what the store itself has under them, so that whoever could sign a call could not put
 * words into anybody's mouth.
 *
 * While the store cannot be read what is held is bounded in number and time. Beyond that it is told with its holes, and what belongs into them
 * never is: clients see the hole and ask the store.
 */
final class InOrder
{
    // As many as one insert may hold; more come with the next question.
    private const ASKED_AT_ONCE = 1000;

    // Ids above the last one told, held or missing, and hints besides.
    private const WAITING_MOST = 10_000;

    // Without the next message for so long: what is held is told. Longer than a storing process takes to come back.
    private const HOLE_SECONDS = 5.0;

    // A question that could not be put or answered is put again.
    private const CHECK_SECONDS = 0.2;

    /** Nothing up to here is told any more; null until the store has said where it is: what was there before is nobody's news. */
    private ?int $toldUpTo = null;

    /** The newest id that is known to be in the store. */
    private int $lastStored = 0;

    /** @var array<int, StoredMessage> above toldUpTo, by id */
    private array $held = [];

    /** @var array<int, true> ids that the store has not, although it has one above */
    private array $absent = [];

    /** @var array<int, float> ids that workers have published: when, in seconds of the loop's clock */
    private array $hinted = [];

    /** @var array<int, float> ids in the question under way: since when they are waited for */
    private array $asked = [];

    /** The newest id that was known to be in the store when it was asked. */
    private int $storedWhenAsked = 0;

    /** Since when the next message is missing. */
    private ?float $holeSince = null;

    private ?TimerInterface $timer = null;

    /** @param  callable(non-empty-list<StoredMessage>): void  $tell  in rising id order */
    public function __construct(private readonly LoopInterface $loop, private readonly StoreQueue $queue, private $tell)
    {
    }

    public function lastId(): int
    {
        return $this->lastStored;
    }

    public function isIdle(): bool
    {
        return $this->lastStored <= (int) $this->toldUpTo && $this->hinted === [];
    }

    /** The store answers, and its newest id is this one. */
    public function storeIsAt(int $id): void
    {
        $this->toldUpTo ??= $id;
        $this->lastStored = max($this->lastStored, $id);
        $this->goOn();
    }

    /** @param  list<StoredMessage>  $messages that the store has */
    public function add(array $messages): void
    {
        foreach ($messages as $message) {
            $this->hold($message);
        }
        $this->goOn();
    }

    /** @param  list<int>  $ids that the store is said to have */
    public function heard(array $ids): void
    {
        $now = $this->now();
        foreach ($ids as $id) {
            if ($id > (int) $this->toldUpTo && count($this->hinted) < self::WAITING_MOST) {
                $this->hinted[$id] ??= $now;
            }
        }
        $this->goOn();
    }

    /** @param  list<array{int, string}>|null  $messages  id and JSON of those that were asked for and are there; null where the store could not be read */
    public function found(?array $messages): void
    {
        $asked = $this->asked;
        $this->asked = [];
        if ($messages === null) {
            return; // the timer asks again, or the store does when it is back
        }
        foreach ($messages as [$id, $json]) {
            if (isset($asked[$id])) {
                $this->hold(new StoredMessage($id, $json, $asked[$id]));
                unset($asked[$id], $this->hinted[$id]);
            }
        }
        foreach ($asked as $id => $since) {
            unset($this->hinted[$id]);
            if ($id <= $this->storedWhenAsked && $id > (int) $this->toldUpTo) {
                $this->absent[$id] = true;
            }
        }
        $this->goOn();
    }

    /** Tells what is held, holes or not, and nothing below it any more. */
    public function giveUp(): void
    {
        ksort($this->held);
        $ready = array_values($this->held);
        $this->toldUpTo = max((int) $this->toldUpTo, $this->lastStored);
        $this->held = $this->absent = [];
        $this->holeSince = null;
        if ($ready !== []) {
            ($this->tell)($ready);
        }
    }

    private function hold(StoredMessage $message): void
    {
        $this->lastStored = max($this->lastStored, $message->id);
        if ($message->id > (int) $this->toldUpTo) {
            $this->held[$message->id] ??= $message;
        }
    }

    /** Asks first: the store answers while everybody is told. */
    private function goOn(): void
    {
        if ($this->toldUpTo === null) {
            return;
        }
        $ready = $this->takeReady();
        if ($this->lastStored === $this->toldUpTo) {
            $this->holeSince = null;
        } elseif ($ready !== [] || $this->holeSince === null) {
            $this->holeSince = $this->now();
        }
        $this->ask();
        if ($ready !== []) {
            ($this->tell)($ready);
        }
        if ($this->lastStored - $this->toldUpTo > self::WAITING_MOST) {
            $this->giveUp();
        }
    }

    /** @return list<StoredMessage> up to the first hole */
    private function takeReady(): array
    {
        $ready = [];
        for ($id = (int) $this->toldUpTo + 1; isset($this->held[$id]) || isset($this->absent[$id]); $id++) {
            if (isset($this->held[$id])) {
                $ready[] = $this->held[$id];
            }
            unset($this->held[$id], $this->absent[$id]);
            $this->toldUpTo = $id;
        }

        return $ready;
    }

    private function ask(): void
    {
        if ($this->isIdle() || $this->asked !== []) {
            return;
        }
        $this->timer ??= $this->loop->addTimer(self::CHECK_SECONDS, $this->check(...));
        $ids = $this->wanted();
        if ($ids !== [] && $this->queue->read(array_keys($ids))) {
            $this->asked = $ids;
            $this->storedWhenAsked = $this->lastStored;
        }
    }

    /** @return array<int, float> what to ask for and since when it is waited for, by id */
    private function wanted(): array
    {
        $ids = [];
        for ($id = (int) $this->toldUpTo + 1; $id <= $this->lastStored && count($ids) < self::ASKED_AT_ONCE; $id++) {
            if (! isset($this->held[$id]) && ! isset($this->absent[$id])) {
                $ids[$id] = $this->hinted[$id] ?? (float) $this->holeSince;
            }
        }
        foreach ($this->hinted as $id => $since) {
            if ($id <= (int) $this->toldUpTo || isset($this->held[$id])) {
                unset($this->hinted[$id]);
            } elseif (count($ids) < self::ASKED_AT_ONCE) {
                $ids[$id] = $since;
            }
        }

        return $ids;
    }

    private function check(): void
    {
        $this->timer = null;
        if ($this->holeSince !== null && $this->now() - $this->holeSince >= self::HOLE_SECONDS) {
            $this->giveUp();
        }
        if (! $this->isIdle()) {
            $this->timer = $this->loop->addTimer(self::CHECK_SECONDS, $this->check(...));
        }
        $this->ask();
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
