<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use React\EventLoop\LoopInterface;

/**
 * The adaptive window. If the window after the last broadcast is over, a message goes out at once. Otherwise it waits
 * for the end of the window, and the waiting messages go out in one event, or in several if they are many; each event
 * is encoded once. A window lasts four times as long as the last broadcast took, so broadcasting takes at most a fifth
 * of the loop. It lasts 20 ms at most, so broadcasts of more than 5 ms take a larger part.
 */
final class Broadcast
{
    public const WINDOW_PER_COST = 4.0;

    /** @var list<EncodedMessage> in id order, as they came */
    private array $waiting = [];

    private float $lastEnd = 0.0;

    private float $lastCost = 0.0;

    /** A timer for the end of the window is set. */
    private bool $isDue = false;

    /**
     * @param  float  $maxSeconds  longest window
     * @param  int  $maxMessages  in one event; 1 together with $maxSeconds 0 is the lab's baseline: no gathering
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Audience $audience,
        private readonly Metrics $metrics,
        private readonly float $maxSeconds,
        private readonly int $maxMessages,
    ) {
    }

    /** @param  non-empty-list<EncodedMessage>  $messages in rising id order, above all that were added before */
    public function add(array $messages): void
    {
        $this->waiting = $this->waiting === [] ? $messages : array_merge($this->waiting, $messages);
        if ($this->isDue) {
            return;
        }
        $rest = $this->lastEnd + min($this->maxSeconds, self::WINDOW_PER_COST * $this->lastCost) - Clock::now();
        if ($rest <= 0) {
            $this->flush();
        } else {
            $this->isDue = true;
            $this->loop->addTimer($rest, function (): void {
                $this->isDue = false;
                $this->flush();
            });
        }
    }

    /** Broadcasts what waits, now. */
    public function flush(): void
    {
        [$messages, $this->waiting] = [$this->waiting, []];
        if ($messages === []) {
            return;
        }
        $start = Clock::now();
        foreach (array_chunk($messages, max(1, $this->maxMessages)) as $part) {
            $receivers = $this->audience->emit('messages', '{"messages":'.EncodedMessage::listOf($part).'}');
            $this->metrics->onDelivered(count($part), $receivers);
            $this->metrics->onBroadcast(count($part), $start - min(array_column($part, 'since')));
        }
        $this->lastEnd = Clock::now();
        $this->lastCost = $this->lastEnd - $start;
    }
}
