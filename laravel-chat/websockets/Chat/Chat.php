<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Limits\Limit;
use App\Chat\Limits\LocalAllowance;
use App\Chat\Limits\Unlimited;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/** The chat on the loop, put together. It knows what is emitted to everybody, and not on which wire. */
final class Chat
{
    public readonly LoopMetrics $metrics;

    public readonly Presence $presence;

    public readonly Typing $typing;

    public readonly StoredMessages $storedMessages;

    public readonly SendMessageAsync $sendMessage;

    public readonly StoredChanges $storedChanges;

    public readonly EndedSessions $endedSessions;

    public readonly StoreQueue $queue;

    public readonly Broadcast $broadcast;

    /**
     * @param  bool  $isLimited  whether the messages and the sockets of a user are counted
     * @param  bool  $messageWindow  whether messages of one window share an event
     */
    public function __construct(
        LoopInterface $loop,
        public readonly AsyncStore $store,
        Audience $audience,
        Publisher $publisher,
        bool $isLimited,
        bool $messageWindow,
    ) {
        $allowance = $isLimited ? new LocalAllowance(Limit::Messages) : new Unlimited;
        $this->metrics = new LoopMetrics($loop);
        $this->presence = new Presence(
            $loop, $audience, $publisher, $isLimited ? Contract::limit('socketsPerUserMax') : PHP_INT_MAX,
        );
        $this->typing = new Typing($loop, $audience, $publisher, $this->presence);
        $this->broadcast = new Broadcast(
            $loop, $audience, $this->metrics,
            $messageWindow ? Contract::broadcast('windowMaxMs') / 1000 : 0.0,
            $messageWindow ? Contract::broadcast('eventMaxMessages') : 1,
        );
        $this->storedMessages = new StoredMessages($loop, $store, $publisher, $this->broadcast, $this->typing);
        $this->queue = new StoreQueue($loop, $store, $this->metrics, $this->storedMessages->onStored(...));
        $this->sendMessage = new SendMessageAsync($allowance, $this->queue);
        $this->storedChanges = new StoredChanges($loop, $store, $audience, $publisher, $this->storedMessages);
        $this->endedSessions = new EndedSessions($audience, $publisher, $store);
    }

    /** @param  Closure(): void  $onPosition  is called when the store has named its newest id and revision */
    public function start(Closure $onPosition): void
    {
        $this->store->start(function (int $lastId, int $rev) use ($onPosition): void {
            $this->storedMessages->onPosition($lastId);
            $this->storedChanges->onPosition($rev);
            $onPosition();
        });
    }

    /** @return array{int, int} the newest id that is known to be stored, and the newest revision that was broadcast */
    public function position(): array
    {
        return [$this->storedMessages->lastId(), $this->storedChanges->rev()];
    }

    /** Whether no message is under way. */
    public function isIdle(): bool
    {
        return $this->queue->isIdle() && $this->storedMessages->isIdle();
    }
}
