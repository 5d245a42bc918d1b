<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\Sent;
use App\ChatError;
use App\Clock;
use App\Contract;
use Closure;
use React\EventLoop\LoopInterface;

/**
 * Messages on their way to the store: one batch is under way, the rest gathers behind it. A batch that failed goes
 * again with the same clientIds, so nothing is stored twice. A message that is not stored in time is refused to its
 * sender.
 */
final class StoreQueue
{
    // The contract promises an answer within 5 s; the rest is for the way.
    private const PATIENCE_SECONDS = 4.5;

    private const CHECK_SECONDS = 0.25;

    private const RETRY_SECONDS = 0.2;

    /** @var list<Pending> */
    private array $waiting = [];

    /** @var list<Pending> */
    private array $inFlight = [];

    /** The next batch goes at the end of this turn. */
    private bool $isDue = false;

    // Of one insert.
    private readonly int $maxMessages;

    private readonly int $maxBytes;

    private readonly int $maxPending;

    /**
     * @param  Closure(list<StoredMessage>): void  $stored  is told after the senders what a batch stored or found
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        Contract $contract,
        private readonly Figures $figures,
        private readonly Closure $stored,
    ) {
        $this->maxMessages = $contract->window('maxMessages');
        $this->maxBytes = $contract->window('maxBytes');
        $this->maxPending = $contract->window('pendingMaxMessages');
        $loop->addPeriodicTimer(self::CHECK_SECONDS, $this->giveUp(...));
    }

    public function isIdle(): bool
    {
        return $this->waiting === [] && $this->inFlight === [];
    }

    public function push(Pending $pending): void
    {
        if (count($this->waiting) + count($this->inFlight) >= $this->maxPending) {
            $pending->answer(ChatError::of('store_unavailable'));
        } else {
            $this->waiting[] = $pending;
            $this->schedule();
        }
    }

    /** At the end of the turn, so that all frames of one turn share an insert. */
    private function schedule(): void
    {
        if (! $this->isDue && $this->inFlight === [] && $this->waiting !== []) {
            $this->isDue = true;
            $this->loop->futureTick(function (): void {
                $this->isDue = false;
                $this->inFlight = $this->takeBatch();
                $this->send();
            });
        }
    }

    /** @return list<Pending> */
    private function takeBatch(): array
    {
        $bytes = 0;
        $count = 0;
        foreach ($this->waiting as $pending) {
            $bytes += strlen($pending->message->text);
            if ($count === $this->maxMessages || ($count > 0 && $bytes > $this->maxBytes)) {
                break;
            }
            $count++;
        }

        return array_splice($this->waiting, 0, $count);
    }

    private function send(): void
    {
        if ($this->inFlight === []) {
            $this->schedule();
        } else {
            $this->store->append($this->inFlight, $this->answered(...));
        }
    }

    /** @param  ?list<Sent<StoredMessage>|ChatError>  $answers */
    private function answered(?array $answers, float $seconds): void
    {
        if ($answers === null) {
            $this->loop->addTimer(self::RETRY_SECONDS, $this->again(...));

            return;
        }
        [$batch, $this->inFlight] = [$this->inFlight, []];
        $stored = [];
        foreach ($batch as $i => $pending) {
            $sent = $answers[$i] ?? ChatError::of('internal');
            if ($sent instanceof Sent) {
                $stored[] = $sent->message;
                $this->figures->stored += $sent->isNew ? 1 : 0;
            }
            $pending->answer($sent);
        }
        $this->figures->insertSeconds->observe($seconds);
        ($this->stored)($stored);
        $this->schedule();
    }

    /** Without those whose senders have been told to try again themselves. */
    private function again(): void
    {
        $isOpen = static fn (Pending $pending): bool => ! $pending->isAnswered();
        $this->inFlight = array_values(array_filter($this->inFlight, $isOpen));
        $this->send();
    }

    private function giveUp(): void
    {
        $before = Clock::now() - self::PATIENCE_SECONDS;
        $late = 0;
        while (isset($this->waiting[$late]) && $this->waiting[$late]->since < $before) {
            $late++;
        }
        foreach ([...$this->inFlight, ...array_splice($this->waiting, 0, $late)] as $pending) {
            $pending->since < $before && $pending->answer(ChatError::of('store_unavailable'));
        }
    }
}
