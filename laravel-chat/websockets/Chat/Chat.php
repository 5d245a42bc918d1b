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

    public readonly ReorderBuffer $reorderBuffer;

    public readonly Changes $changes;

    public readonly Presence $online;

    public readonly Typing $typing;

    private readonly Broadcast $broadcast;

    public function __construct(
        LoopInterface $loop,
        Contract $contract,
        public readonly AsyncStore $store,
        Receiver $everybody,
        private readonly Bus $bus,
        bool $isGathering,
    ) {
        $windowSeconds = $contract->window('maxMs') / 1000;
        $this->figures = new Figures($contract->metrics());

        $this->online = new Presence($loop, $contract, $everybody, $bus);
        $this->typing = new Typing($loop, $contract, $everybody, $this->online);
        $this->broadcast = new Broadcast(
            $loop, $this->figures, $everybody,
            $isGathering ? $windowSeconds : 0.0, $isGathering ? $contract->window('eventMaxMessages') : 1,
        );
        $this->reorderBuffer = new ReorderBuffer($loop, $store, $this->deliver(...));
        $this->changes = new Changes($loop, $store, $everybody, $windowSeconds);
        $this->queue = new StoreQueue(
            $loop, $store, $this->figures, $this->stored(...),
            $contract->window('maxMessages'), $contract->window('maxBytes'), $contract->window('pendingMaxMessages'),
        );
    }

    /** @param  list<StoredMessage>  $messages  that HTTP workers say they have stored */
    public function published(array $messages): void
    {
        $this->bus->publish('stored', $messages);
        $this->reorderBuffer->add($messages);
    }

    /** HTTP workers have changed something. */
    public function changed(): void
    {
        $this->bus->publish('changed');
        $this->changes->heard();
    }

    public function beginTyping(OnlineUser $user): void
    {
        $this->typing->begin($user) && $this->bus->publish('typing', [$user->id, true]);
    }

    /** One of the user's sockets is gone. */
    public function stopTyping(OnlineUser $user): void
    {
        $this->typing->stop($user->id) && $this->bus->publish('typing', [$user->id, false]);
    }

    /** Whether nothing is under way that clients are still to hear of. */
    public function isIdle(): bool
    {
        return $this->queue->isIdle() && $this->reorderBuffer->isIdle();
    }

    /** Tells clients what is left, before a shutdown closes them. */
    public function finish(): void
    {
        $this->broadcast->flush();
    }

    /** @param  list<StoredMessage>  $messages  that the storing process stored or found */
    private function stored(array $messages): void
    {
        $messages === [] || $this->bus->publish('stored', $messages);
        $this->reorderBuffer->add($messages);
    }

    /** @param  non-empty-list<StoredMessage>  $messages  the next ones, in rising id order */
    private function deliver(array $messages): void
    {
        $this->broadcast->add($messages);
        foreach ($messages as $message) {
            $this->typing->stop($message->userId);
        }
    }
}
