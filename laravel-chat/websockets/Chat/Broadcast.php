<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use App\Clock;
use React\EventLoop\LoopInterface;

/**
 * The adaptive window. If the window after the last broadcast is over, a message goes out at once. Otherwise it waits
 * for the end of the window, and the waiting messages go out in one event, or in several if they are many; each event
 * is encoded once. A window lasts four times as long as the last event took. So broadcasting takes at most a fifth of
 * the loop, until events fill up or $maxSeconds caps the window.
 */
final class Broadcast
{
    private const WINDOW_PER_COST = 4.0;

    /** @var list<EncodedMessage> in id order, as they came */
    private array $waiting = [];

    private float $lastEnd = 0.0;

    private float $windowSeconds = 0.0;

    /** A broadcast follows, at the end of the window or in the next turn of the loop. */
    private bool $isDue = false;

    /**
     * @param  float  $maxSeconds  longest window
     * @param  int  $maxMessages  in one event; 1 together with $maxSeconds 0 is the lab's baseline: no gathering
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Audience $audience,
        private readonly LoopMetrics $metrics,
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
        $rest = $this->lastEnd + $this->windowSeconds - Clock::now();
        if ($rest <= 0) {
            $this->broadcast();
        } else {
            $this->isDue = true;
            $this->loop->addTimer($rest, $this->broadcast(...));
        }
    }

    /** Broadcasts what waits, now. */
    public function flush(): void
    {
        while ($this->waiting !== []) {
            $this->send();
        }
    }

    /** @return float how long the window lasts after an event that began at $start, and has just ended; in seconds */
    public static function window(float $start, float $maxSeconds): float
    {
        return min($maxSeconds, self::WINDOW_PER_COST * (Clock::now() - $start));
    }

    /** Each of several full events has its own turn, so that the loop reads between them. */
    private function broadcast(): void
    {
        $this->isDue = count($this->waiting) > $this->maxMessages;
        if ($this->isDue) {
            $this->loop->futureTick($this->broadcast(...));
        }
        if ($this->waiting !== []) {
            $this->send();
        }
    }

    private function send(): void
    {
        $messages = array_splice($this->waiting, 0, $this->maxMessages);
        $start = Clock::now();
        $receivers = $this->audience->emit('messages', '{"messages":'.EncodedMessage::listOf($messages).'}');
        $this->lastEnd = Clock::now();
        $this->windowSeconds = self::window($start, $this->maxSeconds);
        $this->metrics->onDelivered(count($messages), $receivers);
    }
}
