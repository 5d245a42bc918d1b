<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Chat\NewMessage;
use App\Chat\Sent;
use App\ChatError;
use App\Clock;
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
    private array $underWay = [];

    /** The next batch goes at the end of this turn. */
    private bool $isDue = false;

    /**
     * @param  Closure(list<StoredMessage>): void  $stored  is told after the senders what a batch stored or found
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly AsyncStore $store,
        private readonly Figures $figures,
        private readonly Closure $stored,
        private readonly int $maxMessages,
        private readonly int $maxBytes,
        private readonly int $maxPending,
    ) {
        $loop->addPeriodicTimer(self::CHECK_SECONDS, $this->giveUp(...));
    }

    public function isIdle(): bool
    {
        return $this->waiting === [] && $this->underWay === [];
    }

    public function append(NewMessage $new, Closure $done): void
    {
        $this->add(new Pending($new, $done, Clock::now()));
    }

    public function add(Pending $pending): void
    {
        if (count($this->waiting) + count($this->underWay) >= $this->maxPending) {
            $pending->answer(ChatError::of('store_unavailable'));
        } else {
            $this->waiting[] = $pending;
            $this->schedule();
        }
    }

    /** At the end of the turn, so that all frames of one turn share an insert. */
    private function schedule(): void
    {
        if (! $this->isDue && $this->underWay === [] && $this->waiting !== []) {
            $this->isDue = true;
            $this->loop->futureTick(function (): void {
                $this->isDue = false;
                $this->underWay = $this->takeBatch();
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
        if ($this->underWay === []) {
            $this->schedule();
        } else {
            $this->store->append($this->underWay, $this->answered(...));
        }
    }

    /** @param  ?list<Sent<StoredMessage>|ChatError>  $answers */
    private function answered(?array $answers, float $seconds): void
    {
        if ($answers === null) {
            $this->loop->addTimer(self::RETRY_SECONDS, $this->again(...));

            return;
        }
        [$batch, $this->underWay] = [$this->underWay, []];
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
        $this->underWay = array_values(array_filter($this->underWay, $isOpen));
        $this->send();
    }

    private function giveUp(): void
    {
        $before = Clock::now() - self::PATIENCE_SECONDS;
        $late = 0;
        while (isset($this->waiting[$late]) && $this->waiting[$late]->since < $before) {
            $late++;
        }
        foreach ([...$this->underWay, ...array_splice($this->waiting, 0, $late)] as $pending) {
            $pending->since < $before && $pending->answer(ChatError::of('store_unavailable'));
        }
    }
}
