<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use Closure;
use React\EventLoop\LoopInterface;

/**
 * Messages that are in the store, whoever stored them: puts them in order, broadcasts them, and publishes those of this
 * host to the other processes.
 */
final class StoredMessages
{
    private readonly ReorderBuffer $reorderBuffer;

    /** @param  Closure(News, mixed=): void  $publish  tells the other processes */
    public function __construct(
        LoopInterface $loop,
        AsyncStore $store,
        private readonly Closure $publish,
        private readonly Broadcast $broadcast,
        private readonly Typing $typing,
    ) {
        $this->reorderBuffer = new ReorderBuffer($loop, $store, $this->deliver(...));
    }

    /** The newest id that is known to be in the store. */
    public function lastId(): int
    {
        return $this->reorderBuffer->lastId();
    }

    /** The store names its newest id. */
    public function reportPosition(int $id): void
    {
        $this->reorderBuffer->reportPosition($id);
    }

    /** @param  list<EncodedMessage>  $messages  that this process or an HTTP worker of its host has stored */
    public function publish(array $messages): void
    {
        if ($messages !== []) {
            ($this->publish)(News::Stored, $messages);
            $this->receive($messages);
        }
    }

    /** @param  list<EncodedMessage>  $messages  that another process has stored */
    public function receive(array $messages): void
    {
        $this->reorderBuffer->add($messages);
    }

    /** Whether all messages that are known to be stored were passed on to the broadcast. */
    public function isIdle(): bool
    {
        return $this->reorderBuffer->isIdle();
    }

    /** Broadcasts what waits for the end of its window. */
    public function flush(): void
    {
        $this->broadcast->flush();
    }

    /** @param  non-empty-list<EncodedMessage>  $messages  the next ones, in rising id order */
    private function deliver(array $messages): void
    {
        $this->broadcast->add($messages);
        foreach ($messages as $message) {
            $this->typing->stop($message->userId);
        }
    }
}
