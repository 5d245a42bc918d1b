<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use Closure;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/**
 * An ordering buffer: messages come from the storing process, from HTTP workers and from other processes, and leave in
 * strict id order, each once.
 *
 * Ids are dense and in commit order, so all ids below a stored message are stored too. A message above a hole is
 * held. The missing one is published within milliseconds; if it does not come, the loop reads the store. An id
 * that the store does not have then is skipped for good. While the store cannot be read, what is held is bounded in
 * number and time. Beyond that the loop tells what it holds although ids are missing, and clients read the missing ones
 * from the store.
 */
final class InOrder
{
    // A message is published right after its commit: a hole this old is read from the store.
    private const PUBLISH_SECONDS = 0.02;

    // A read that could not be sent or answered is tried again.
    private const RETRY_SECONDS = 0.2;

    // As many as one insert may hold; more come with the next read.
    private const READ_AT_ONCE = 1000;

    private const HELD_MOST = 10_000;

    // Longer than a storing process takes to come back.
    private const HOLE_SECONDS = 5.0;

    /** The last id told; null until the store has said where it is. Messages stored before that are not told. */
    private ?int $toldUpTo = null;

    /** @var list<StoredMessage> published before the store had said where it is */
    private array $early = [];

    /** The newest id that is known to be in the store. */
    private int $lastStored = 0;

    /** @var array<int, StoredMessage> above toldUpTo, by id */
    private array $held = [];

    /** No message with an id up to here is still expected. */
    private int $absentUpTo = 0;

    /** The newest id that was known to be in the store when the read under way began; null without one. */
    private ?int $storedWhenRead = null;

    /** Since when the next message is missing, in seconds of the loop's clock. */
    private float $holeSince = 0.0;

    private ?TimerInterface $timer = null;

    /**
     * @param  Closure(StoredMessage): void  $onArrival  is told of each message as soon as it is known
     * @param  Closure(non-empty-list<StoredMessage>): void  $tell  in rising id order
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly Closure $onArrival,
        private readonly Closure $tell,
    ) {
    }

    public function lastId(): int
    {
        return $this->lastStored;
    }

    public function isIdle(): bool
    {
        return $this->lastStored <= (int) $this->toldUpTo;
    }

    /** The store answers, and its newest id is this one. */
    public function storeIsAt(int $id): void
    {
        $isFirst = $this->toldUpTo === null;
        $this->toldUpTo ??= $id;
        $this->lastStored = max($this->lastStored, $id);
        $this->tellReady();
        if ($isFirst) {
            [$early, $this->early] = [$this->early, []];
            $this->published($early);
        }
    }

    /**
     * Skips ids far above the last one told: one wrong id would make all later messages look old.
     *
     * @param  list<StoredMessage>  $messages  that others say they have stored
     */
    public function published(array $messages): void
    {
        if ($this->toldUpTo === null) {
            $this->early = array_slice([...$this->early, ...$messages], -self::HELD_MOST);

            return;
        }
        $most = $this->toldUpTo + self::HELD_MOST;
        $this->add(array_values(array_filter($messages, static fn (StoredMessage $one): bool => $one->id <= $most)));
    }

    /** @param  list<StoredMessage>  $messages that the store has */
    public function add(array $messages): void
    {
        foreach ($messages as $message) {
            $this->lastStored = max($this->lastStored, $message->id);
            if ($message->id > (int) $this->toldUpTo && ! isset($this->held[$message->id])) {
                $this->held[$message->id] = $message;
                ($this->onArrival)($message);
            }
        }
        $this->tellReady();
    }

    /** @param  ?list<StoredMessage>  $messages  what follows the last id told; null where they could not be read */
    private function found(?array $messages): void
    {
        $absentUpTo = (int) $this->storedWhenRead;
        $this->storedWhenRead = null;
        if ($messages === null) {
            return; // the timer tries again
        }
        if (count($messages) === self::READ_AT_ONCE) {
            $absentUpTo = min($absentUpTo, end($messages)->id);
        }
        $this->absentUpTo = max($this->absentUpTo, $absentUpTo);
        $this->add($messages);
    }

    /** Tells what is held, holes or not, and nothing below it any more. */
    public function giveUp(): void
    {
        $this->absentUpTo = $this->lastStored;
        $this->tellReady();
    }

    private function tellReady(): void
    {
        if ($this->toldUpTo === null) {
            return;
        }
        if ($this->lastStored - $this->toldUpTo > self::HELD_MOST) {
            $this->absentUpTo = $this->lastStored;
        }
        $before = $this->toldUpTo;
        $ready = $this->takeReady($before);
        if ($this->toldUpTo > $before && $this->timer !== null) {
            $this->loop->cancelTimer($this->timer);
            $this->timer = null;
        }
        if (! $this->isIdle() && $this->timer === null) {
            $this->holeSince = Clock::now();
            $this->readIn(self::PUBLISH_SECONDS);
        }
        if ($ready !== []) {
            ($this->tell)($ready);
        }
    }

    /** @return list<StoredMessage> up to the first hole that may still be filled */
    private function takeReady(int $toldUpTo): array
    {
        $ready = [];
        if (isset($this->held[$toldUpTo + 1]) || $toldUpTo < $this->absentUpTo) {
            ksort($this->held);
            foreach ($this->held as $id => $message) {
                if ($id > $toldUpTo + 1 && $id > $this->absentUpTo + 1) {
                    break;
                }
                if ($id > $toldUpTo) {
                    $ready[] = $message;
                    $toldUpTo = $id;
                }
                unset($this->held[$id]);
            }
            $this->toldUpTo = max($toldUpTo, $this->absentUpTo);
        }

        return $ready;
    }

    private function readIn(float $seconds): void
    {
        $this->timer = $this->loop->addTimer($seconds, function (): void {
            if (Clock::now() - $this->holeSince >= self::HOLE_SECONDS) {
                $this->timer = null;
                $this->giveUp();

                return;
            }
            $this->readIn(self::RETRY_SECONDS);
            $this->read();
        });
    }

    private function read(): void
    {
        if ($this->storedWhenRead === null) {
            $this->storedWhenRead = $this->lastStored;
            $this->store->after((int) $this->toldUpTo, self::READ_AT_ONCE, $this->found(...));
        }
    }
}
