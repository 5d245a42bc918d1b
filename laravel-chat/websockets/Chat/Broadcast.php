<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use WebSockets\Pusher\Outgoing;

/**
 * The adaptive window in front of everybody's sockets. A message goes out at once while the last broadcast is a window
 * ago; else it waits for the rest of that window and goes with the others in one event, encoded once.
 * A window is as long as four times what the last broadcast cost, so broadcasting takes a fifth of the loop at most.
 *
 * Messages come from the loop's own store and from HTTP workers, so ids may overtake each other by a few ms: where an id is
 * missing, the window waits for it, once, before the hole is passed on (clients then ask the store).
 */
final class Broadcast
{
    private const WINDOW_PER_COST = 4.0;

    // More than are ever under way at once.
    private const REMEMBERED = 30_000;

    /** @var array<int, StoredMessage> by id */
    private array $waiting = [];

    private int $lastId = 0;

    /** @var array<int, true> ids told lately */
    private array $told = [];

    /** Ids up to this one count as told; null until the store has answered. */
    private ?int $forgotten = null;

    /** Seconds of the loop's clock. */
    private float $lastEnd = 0.0;

    private float $lastCost = 0.0;

    private ?TimerInterface $timer = null;

    private bool $holeExcused = false;

    /** @param callable(string): int $send sends a frame to all receivers and tells their number */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Figures $figures,
        private $send,
        private readonly string $channel,
        private readonly string $event,
        private readonly float $maxSeconds,
        private readonly int $maxMessages,
    ) {}

    /** The newest id that is known to be in the store. */
    public function lastId(): int
    {
        return $this->waiting === [] ? $this->lastId : max($this->lastId, max(array_keys($this->waiting)));
    }

    /** What the store says its newest id is; ids up to it are nobody's hole. */
    public function startAt(int $id): void
    {
        $this->forgotten ??= $id;
        $this->lastId = max($this->lastId, $id);
    }

    /**
     * Whether everybody has been told of a message, or was told before this process began. A message can be stored without that: by a
     * storing process that died before it answered, by a worker that could not publish.
     */
    public function wasTold(int $id): bool
    {
        return isset($this->told[$id]) || $id <= ($this->forgotten ?? 0);
    }

    /** @param list<StoredMessage> $messages those told before are left out */
    public function add(array $messages): void
    {
        foreach ($messages as $message) {
            if (! $this->wasTold($message->id)) {
                $this->waiting[$message->id] ??= $message;
            }
        }
        if ($this->timer !== null && $this->holeExcused && ! $this->hasHole()) {
            $this->loop->cancelTimer($this->timer);
            $this->timer = null;
        }
        if ($this->waiting !== [] && $this->timer === null) {
            $this->goOrWait();
        }
    }

    /** Sends what waits, now. */
    public function flush(): void
    {
        if ($this->timer !== null) {
            $this->loop->cancelTimer($this->timer);
            $this->timer = null;
        }
        $this->holeExcused = false;
        if ($this->waiting === []) {
            return;
        }
        $messages = $this->waiting;
        $this->waiting = [];
        ksort($messages);
        $this->lastId = max($this->lastId, (int) array_key_last($messages));
        $start = $this->now();
        $frames = '';
        foreach (array_chunk($messages, $this->maxMessages) as $part) {
            $json = implode(',', array_map(static fn (StoredMessage $message): string => $message->json, $part));
            $frames .= Outgoing::withText($this->event, '{"messages":['.$json.']}', $this->channel);
            $this->figures->windowMessages->observe((float) count($part));
        }
        $this->remember(array_keys($messages));
        $receivers = ($this->send)($frames);
        $this->lastEnd = $this->now();
        $this->lastCost = $this->lastEnd - $start;
        $this->figures->deliveries += $receivers * count($messages);
        $this->figures->windowSeconds->observe($start - min(array_map(static fn (StoredMessage $message): float => $message->since, $messages)));
    }

    private function goOrWait(): void
    {
        $window = min($this->maxSeconds, self::WINDOW_PER_COST * $this->lastCost);
        $rest = $this->lastEnd + $window - $this->now();
        if ($rest <= 0 && ! $this->holeExcused && $this->hasHole()) {
            $this->holeExcused = true;
            $rest = $this->maxSeconds;
        }
        if ($rest <= 0) {
            $this->flush();

            return;
        }
        $this->timer = $this->loop->addTimer($rest, function (): void {
            $this->timer = null;
            $this->goOrWait();
        });
    }

    /** @param list<int> $ids */
    private function remember(array $ids): void
    {
        foreach ($ids as $id) {
            $this->told[$id] = true;
        }
        while (count($this->told) > self::REMEMBERED) {
            $oldest = (int) array_key_first($this->told);
            unset($this->told[$oldest]);
            $this->forgotten = max($this->forgotten ?? 0, $oldest);
        }
    }

    private function hasHole(): bool
    {
        return min(array_keys($this->waiting)) > $this->lastId + 1
            || max(array_keys($this->waiting)) - min(array_keys($this->waiting)) !== count($this->waiting) - 1;
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
