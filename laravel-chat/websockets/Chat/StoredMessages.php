<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use React\EventLoop\LoopInterface;

/**
 * A reorder buffer before the broadcast: stored messages arrive in any order from the storing process, HTTP workers and
 * other processes, and leave in id order, each once. Ids are dense, so a missing id is a message on its way, and those
 * above it wait. If it does not arrive in time, it is read from the store, which has all.
 */
final class StoredMessages
{
    // A message is announced or published within milliseconds of its commit.
    private const HOLE_SECONDS = 0.02;

    // A read that the store did not answer is tried again after this.
    private const RETRY_SECONDS = 0.2;

    // A hole stays while the store cannot be read. Further messages are not kept: they are read with the hole.
    private const WAITING_MESSAGES = 10_000;

    /** The newest id that was delivered; null until the store has named its newest one: older messages are no news. */
    private ?int $deliveredId = null;

    /** The newest id that is known to be in the store. */
    private int $lastId = 0;

    /** @var array<int, EncodedMessage> by id: a lower id is missing */
    private array $waiting = [];

    /** A timer or a read for the hole is under way. */
    private bool $isFilling = false;

    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly Publisher $publisher,
        private readonly Broadcast $broadcast,
        private readonly Typing $typing,
    ) {
    }

    public function lastId(): int
    {
        return $this->lastId;
    }

    /** Whether all messages that are known to be stored have left. */
    public function isIdle(): bool
    {
        return $this->deliveredId === null || $this->lastId <= $this->deliveredId;
    }

    /** The store names its newest id: first at the start, and again now and then. */
    public function onPosition(int $id): void
    {
        $this->deliveredId ??= $id;
        $this->lastId = max($this->lastId, $id);
        $this->deliverNext();
    }

    /** @param  list<EncodedMessage>  $messages  stored by this process or by an HTTP worker of its host */
    public function onStored(array $messages): void
    {
        if ($messages !== []) {
            $this->publisher->publish(News::Stored, array_column($messages, 'json'));
            $this->receive($messages);
        }
    }

    /** @param  list<EncodedMessage>  $messages  stored by any process, in any order */
    public function receive(array $messages): void
    {
        foreach ($messages as $message) {
            $this->lastId = max($this->lastId, $message->id);
            if (count($this->waiting) < self::WAITING_MESSAGES) {
                $this->keep($message);
            }
        }
        $this->deliverNext();
    }

    /** @param  list<EncodedMessage>  $messages  broadcasts those that were not broadcast yet, and all that wait */
    public function broadcastNow(array $messages): void
    {
        $this->receive($messages);
        $this->broadcast->flush();
    }

    private function keep(EncodedMessage $message): void
    {
        $isOld = $this->deliveredId === null || $message->id <= $this->deliveredId;
        if (! $isOld && $message->rev >= ($this->waiting[$message->id]->rev ?? 0)) {
            $this->waiting[$message->id] = $message;
        }
    }

    /** @param  int  $readUpTo  ids up to here that are missing are not in the store either: they are skipped */
    private function deliverNext(int $readUpTo = 0): void
    {
        if ($this->deliveredId === null) {
            return;
        }
        $next = [];
        for ($id = $this->deliveredId + 1; isset($this->waiting[$id]) || $id <= $readUpTo; $id++) {
            if (isset($this->waiting[$id])) {
                $next[] = $this->waiting[$id];
                unset($this->waiting[$id]);
            }
            $this->deliveredId = $id;
        }
        $this->fillHoleIn(self::HOLE_SECONDS);
        if ($next !== []) {
            $this->deliver($next);
        }
    }

    /** @param  non-empty-list<EncodedMessage>  $messages  the next ones, in rising id order */
    private function deliver(array $messages): void
    {
        $this->broadcast->add($messages);
        foreach ($messages as $message) {
            $this->typing->stop($message->userId);
        }
    }

    private function fillHoleIn(float $seconds): void
    {
        if ($this->isFilling || $this->isIdle()) {
            return;
        }
        $this->isFilling = true;
        $before = (int) $this->deliveredId;
        $this->loop->addTimer($seconds, function () use ($before): void {
            if ($this->deliveredId === $before) {
                $this->store->after($before, Contract::storeQueue('insertMaxMessages'), $this->onFound(...));
            } else {
                $this->isFilling = false;
                $this->fillHoleIn(self::HOLE_SECONDS); // this is another hole
            }
        });
    }

    /** @param  ?list<EncodedMessage>  $messages  null: they could not be read */
    private function onFound(?array $messages): void
    {
        $this->isFilling = false;
        if ($messages === null || $messages === []) {
            $this->fillHoleIn(self::RETRY_SECONDS);
        } else {
            array_walk($messages, $this->keep(...));
            $this->deliverNext(end($messages)->id);
        }
    }
}
