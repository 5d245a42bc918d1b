<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * The queue before the store. While it is idle it stores messages at the end of their turn; while an insert is in
 * flight, messages gather for the next one. A batch that failed goes again with the same clientIds, so nothing is
 * stored twice. A message that is not stored in time is refused to its sender.
 */
final class StoreQueue
{
    // The contract allows 5 s; the rest is for sending the answer.
    private const DEADLINE_SECONDS = 4.5;

    private const CHECK_SECONDS = 0.25;

    private const RETRY_SECONDS = 0.2;

    /** @var list<WaitingMessage> */
    private array $pending = [];

    /** @var list<WaitingMessage> */
    private array $inFlight = [];

    /** The next batch is inserted at the end of this turn. */
    private bool $isDue = false;

    private bool $isClosed = false;

    /** @param  Closure(list<EncodedMessage>): void  $onStored  gets what a batch stored or found, after the senders */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly LoopMetrics $metrics,
        private readonly Closure $onStored,
    ) {
        $loop->addPeriodicTimer(self::CHECK_SECONDS, $this->expire(...));
    }

    /** Takes no more messages; those that it has are stored and answered. */
    public function close(): void
    {
        $this->isClosed = true;
    }

    public function isIdle(): bool
    {
        return $this->pending === [] && $this->inFlight === [];
    }

    /** @param  Closure(Sent<EncodedMessage>|ChatError): void  $done  gets the answer for the sender */
    public function push(NewMessage $message, Closure $done): void
    {
        $waiting = count($this->pending) + count($this->inFlight);
        if ($this->isClosed || $waiting >= Contract::storeQueue('pendingMaxMessages')) {
            $done(ChatError::of('store_unavailable'));
        } else {
            $this->pending[] = new WaitingMessage($message, $done, Clock::now());
            $this->begin();
        }
    }

    /** Inserts at the end of the turn, so that all frames of one turn share an insert. */
    private function begin(): void
    {
        if (! $this->isDue && $this->inFlight === []) {
            $this->isDue = true;
            $this->loop->futureTick(function (): void {
                $this->isDue = false;
                $this->insert();
            });
        }
    }

    /** Inserts what is in flight again, or else the next batch. */
    private function insert(): void
    {
        $this->inFlight = $this->inFlight ?: array_splice($this->pending, 0, Contract::storeQueue('insertMaxMessages'));
        if ($this->inFlight !== []) {
            $this->store->append($this->inFlight, $this->onInserted(...));
        }
    }

    /** @param  ?list<Sent<EncodedMessage>|ChatError>  $answers  null: the insert failed */
    private function onInserted(?array $answers, float $seconds): void
    {
        if ($answers === null) {
            $this->loop->addTimer(self::RETRY_SECONDS, $this->retry(...));

            return;
        }
        [$batch, $this->inFlight] = [$this->inFlight, []];
        $messages = [];
        $new = 0;
        foreach ($batch as $i => $waiting) {
            $sent = $answers[$i];
            if ($sent instanceof Sent) {
                $messages[] = $sent->message;
                $new += $sent->isNew ? 1 : 0;
            }
            $waiting->answer($sent);
        }
        $this->metrics->onStored($new, $seconds);
        // Before onStored, so that the storing process does not wait for a broadcast.
        $this->insert();
        ($this->onStored)($messages);
    }

    /** Inserts the batch again, without the messages that were refused to their senders meanwhile. */
    private function retry(): void
    {
        $isOpen = static fn (WaitingMessage $waiting): bool => ! $waiting->isAnswered();
        $this->inFlight = array_values(array_filter($this->inFlight, $isOpen));
        $this->insert();
    }

    private function expire(): void
    {
        $before = Clock::now() - self::DEADLINE_SECONDS;
        $late = 0;
        while (isset($this->pending[$late]) && $this->pending[$late]->since < $before) {
            $late++;
        }
        foreach ([...$this->inFlight, ...array_splice($this->pending, 0, $late)] as $waiting) {
            if ($waiting->since < $before) {
                $waiting->answer(ChatError::of('store_unavailable'));
            }
        }
    }
}
