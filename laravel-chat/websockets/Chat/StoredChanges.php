<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use App\Contract;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/**
 * Broadcasts what was edited or deleted, in the order of the revisions. HTTP workers store changes and announce that
 * there are some. Then this class reads all above the last revision from the store. It reads once at a time, so changes
 * gather while a read is under way. The store's next position shows a change whose announcement was lost.
 */
final class StoredChanges
{
    // A read that failed is tried again after this.
    private const RETRY_SECONDS = 0.2;

    /** The newest revision that was broadcast; null until the store has named its newest: older ones are no news. */
    private ?int $lastRev = null;

    /** The store may have more. */
    private bool $isDue = false;

    private bool $isReading = false;

    private ?TimerInterface $timer = null;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly StoredMessages $storedMessages,
    ) {
    }

    public function rev(): int
    {
        return (int) $this->lastRev;
    }

    /** The store has named its newest revision. */
    public function onPosition(int $rev): void
    {
        $this->lastRev ??= $rev;
        if ($rev > $this->lastRev) {
            $this->catchUp();
        }
    }

    /** An HTTP worker of this host has stored changes. */
    public function onStored(): void
    {
        $this->publisher->publish(News::Changed);
        $this->catchUp();
    }

    /** Reads what was not broadcast yet, whoever changed it. */
    public function catchUp(): void
    {
        $this->isDue = true;
        $this->read();
    }

    /** @param  list<EncodedMessage>|null  $changes  null where they could not be read */
    private function onFound(?array $changes): void
    {
        $this->isReading = false;
        if ($changes === null) {
            $this->isDue = true;
            $this->readIn(self::RETRY_SECONDS);

            return;
        }
        $wait = 0.0;
        if ($changes !== []) {
            $after = $this->rev();
            $this->lastRev = end($changes)->rev;
            $start = Clock::now();
            $this->storedMessages->broadcastNow($changes); // clients ignore a change of a message they do not have
            $this->audience->emit('changed', '{"after":'.$after.',"messages":'.EncodedMessage::listOf($changes).'}');
            $wait = Broadcast::window($start, Contract::broadcast('windowMaxMs') / 1000);
        }
        $this->isDue = $this->isDue || count($changes) === Contract::broadcast('eventMaxMessages');
        $this->readIn($wait);
    }

    private function read(): void
    {
        if (! $this->isDue || $this->isReading || $this->timer !== null || $this->lastRev === null) {
            return;
        }
        $this->isReading = true;
        $this->isDue = false;
        $this->store->changedAfter($this->lastRev, Contract::broadcast('eventMaxMessages'), $this->onFound(...));
    }

    private function readIn(float $seconds): void
    {
        $this->timer ??= $this->loop->addTimer($seconds, function (): void {
            $this->timer = null;
            $this->read();
        });
    }
}
