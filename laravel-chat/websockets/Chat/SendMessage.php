<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Limits\Allowance;
use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;
use stdClass;

/**
 * Sending on the loop: checks the fields and the limit, then queues the message to be stored, acknowledged and
 * broadcast. Messages that others have stored join at the reorder buffer.
 */
final class SendMessage
{
    public readonly StoreQueue $queue;

    private readonly ReorderBuffer $reorderBuffer;

    private readonly Broadcast $broadcast;

    /**
     * @param  ?Link  $link  null: this process is alone
     * @param  bool  $messageWindow  whether messages of one window share an event
     */
    public function __construct(
        LoopInterface $loop,
        AsyncStore $store,
        Audience $audience,
        private readonly ?Link $link,
        private readonly Allowance $allowance,
        private readonly Typing $typing,
        Metrics $metrics,
        bool $messageWindow,
    ) {
        $contract = Contract::load();
        $this->queue = new StoreQueue($loop, $store, $metrics, $this->publish(...));
        $this->reorderBuffer = new ReorderBuffer($loop, $store, $this->deliver(...));
        $this->broadcast = new Broadcast(
            $loop, $metrics, $audience,
            $messageWindow ? $contract->window('maxMs') / 1000 : 0.0,
            $messageWindow ? $contract->window('eventMaxMessages') : 1,
        );
    }

    /**
     * @param  ?stdClass  $input  text, clientId, replyTo, as they were sent
     * @param  Closure(Sent<EncodedMessage>|ChatError): void  $done  called after the commit, before the broadcast
     */
    public function handle(OnlineUser $user, ?stdClass $input, Closure $done): void
    {
        try {
            $input ?? throw ChatError::of('bad_json');
            $new = NewMessage::from($user->id, $user->name, (array) $input);
            $this->allowance->take($user->id);
        } catch (ChatError $error) {
            $done($error);

            return;
        }
        $this->queue->push(new WaitingMessage($new, $done, Clock::now()));
    }

    /** @param  list<EncodedMessage>  $messages  that this process or an HTTP worker of its host has stored */
    public function publish(array $messages): void
    {
        if ($messages !== []) {
            $this->link?->publish(News::Stored, $messages);
            $this->receive($messages);
        }
    }

    /** @param  list<EncodedMessage>  $messages  that another process has stored */
    public function receive(array $messages): void
    {
        $this->reorderBuffer->add($messages);
    }

    /** The store names its newest id. */
    public function reportPosition(int $id): void
    {
        $this->reorderBuffer->reportPosition($id);
    }

    /** The newest id that is known to be in the store. */
    public function lastId(): int
    {
        return $this->reorderBuffer->lastId();
    }

    /** Whether no message is under way. */
    public function isIdle(): bool
    {
        return $this->queue->isIdle() && $this->reorderBuffer->isIdle();
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
