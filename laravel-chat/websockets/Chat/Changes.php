<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;

/**
 * Tells what was edited or deleted, in the order of the revisions, each event from where the last one ended. HTTP
 * workers store changes and publish a hint. Then this class asks the store for all above the revision told last. It
 * asks one question at a time, so changes gather while one is under way. The store's next sign of life shows a change
 * whose hint was lost.
 */
final class Changes
{
    // Of messages as long as they may be, a tenth of what a receiver's buffer may hold.
    private const ASKED_AT_ONCE = 50;

    // A question that could not be put or answered is put again.
    private const CHECK_SECONDS = 0.2;

    /** Nothing up to here is told any more; null until the store has said where it is. */
    private ?int $toldUpTo = null;

    /** The store may have more. */
    private bool $isDue = false;

    private bool $isAsked = false;

    private ?TimerInterface $timer = null;

    /** @param  float  $maxSeconds  between two events, by the same rule as between two of messages: see Broadcast */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly Audience $audience,
        private readonly Publisher $publisher,
        private readonly StoredMessages $storedMessages,
        private readonly float $maxSeconds,
    ) {
    }

    public function rev(): int
    {
        return (int) $this->toldUpTo;
    }

    /** The store answers, and the revision of its newest change is this one. */
    public function reportPosition(int $rev): void
    {
        $this->toldUpTo ??= $rev;
        if ($rev > $this->toldUpTo) {
            $this->askForMore();
        }
    }

    /** An HTTP worker of this host has stored changes. */
    public function announce(): void
    {
        $this->publisher->publish(News::Changed);
        $this->askForMore();
    }

    /** The store has changes that were not told yet, whoever made them. */
    public function askForMore(): void
    {
        $this->isDue = true;
        $this->ask();
    }

    /** @param  list<EncodedMessage>|null  $changes  null where they could not be read */
    private function onFound(?array $changes): void
    {
        $this->isAsked = false;
        if ($changes === null) {
            $this->isDue = true;
            $this->askIn(self::CHECK_SECONDS);

            return;
        }
        $wait = 0.0;
        if ($changes !== []) {
            $after = $this->rev();
            $this->toldUpTo = end($changes)->rev;
            $this->storedMessages->broadcastNow($changes); // clients ignore a change of a message they do not have
            $start = Clock::now();
            $this->audience->emit('changed', '{"after":'.$after.',"messages":'.EncodedMessage::listOf($changes).'}');
            $wait = min($this->maxSeconds, Broadcast::WINDOW_PER_COST * (Clock::now() - $start));
        }
        $this->isDue = $this->isDue || count($changes) === self::ASKED_AT_ONCE;
        $this->askIn($wait);
    }

    private function ask(): void
    {
        if (! $this->isDue || $this->isAsked || $this->timer !== null || $this->toldUpTo === null) {
            return;
        }
        $this->isAsked = true;
        $this->isDue = false;
        $this->store->changedAfter($this->toldUpTo, self::ASKED_AT_ONCE, $this->onFound(...));
    }

    private function askIn(float $seconds): void
    {
        $this->timer ??= $this->loop->addTimer($seconds, function (): void {
            $this->timer = null;
            $this->ask();
        });
    }
}
