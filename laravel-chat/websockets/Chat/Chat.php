<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Contract;
use React\EventLoop\LoopInterface;

/** The chat on the loop, put together: it knows what is told to everybody, and not on which wire. */
final class Chat
{
    public readonly Figures $figures;

    public readonly StoreQueue $queue;

    public readonly InOrder $inOrder;

    public readonly Changes $changes;

    public readonly Presence $online;

    public readonly Typing $typing;

    private readonly Broadcast $broadcast;

    public function __construct(
        LoopInterface $loop,
        Contract $contract,
        public readonly AsyncStore $store,
        Receiver $everybody,
        bool $isGathering,
    ) {
        $windowSeconds = $contract->window('maxMs') / 1000;
        $this->figures = new Figures($contract->metrics());

        $this->online = new Presence($loop, $contract, $everybody);
        $this->typing = $typing = new Typing($loop, $contract, $everybody, $this->online);
        $this->broadcast = new Broadcast(
            $loop, $this->figures, $everybody,
            $isGathering ? $windowSeconds : 0.0, $isGathering ? $contract->window('eventMaxMessages') : 1,
        );
        $onArrival = static fn (StoredMessage $message) => $typing->stop($message->userId);
        $this->inOrder = new InOrder($loop, $store, $onArrival, $this->broadcast->add(...));
        $this->changes = new Changes($loop, $store, $everybody, $windowSeconds);
        $this->queue = new StoreQueue(
            $loop, $store, $this->figures, $this->inOrder->add(...),
            $contract->window('maxMessages'), $contract->window('maxBytes'), $contract->window('pendingMaxMessages'),
        );
    }

    /** Whether nothing is under way that clients are still to hear of. */
    public function isIdle(): bool
    {
        return $this->queue->isIdle() && $this->inOrder->isIdle();
    }

    /** Tells clients what is left, before a shutdown closes them. */
    public function finish(): void
    {
        $this->inOrder->giveUp();
        $this->broadcast->flush();
    }
}
