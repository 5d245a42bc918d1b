<?php

declare(strict_types=1);

namespace WebSockets\Chat;

use React\EventLoop\LoopInterface;
use React\EventLoop\TimerInterface;
use WebSockets\Pusher\Outgoing;

/**
 * The adaptive window in front of everybody's sockets. A message goes out at once while the last broadcast is a window
 * ago; else it waits for the rest of that window and goes with the others in one event, encoded once.
 * A window is as long as four times what the last broadcast cost, so that broadcasting takes a fifth of the loop, but at most 20 ms: beyond 5 ms
 * a broadcast it takes more, since receivers would rather wait for the loop than for a window.
 *
 * Messages come from the loop's own store and from HTTP workers, so they may overtake each other; ids are dense and in commit
 * order, so one that is missing is stored already and on its way. What follows it waits, but not for long: clients ask the
 * store about holes.
 */
final class Broadcast
{
    private const WINDOW_PER_COST = 4.0;

    // A worker publishes some ms after its commit; one that died in between never does.
    private const HOLE_SECONDS = 0.075;

    // More ids than are ever under way at once: a hole that is older stays one.
    private const REMEMBERED = 30_000;

    /** @var array<int, StoredMessage> by id */
    private array $waiting = [];

    /** All ids up to this one have been told, or count as told. */
    private int $toldUpTo = 0;

    /** @var array<int, true> ids told beyond a hole */
    private array $toldAbove = [];

    /** The id that comes next; null until the store or a message has set the mark. */
    private ?int $next = null;

    private int $lastKnown = 0;

    private float $lastEnd = 0.0;

    private float $lastCost = 0.0;

    /** When the hole at $next was noticed, in seconds of the loop's clock. */
    private ?float $holeSince = null;

    private ?TimerInterface $timer = null;

    /**
     * @param  callable(string, list<StoredMessage>, callable): int  $send sends a frame to all receivers and tells their number; the messages in it and the encoder serve planted faults
     * @param  int  $maxMessages in one event; 1 together with $maxSeconds 0 is the lab's baseline: no gathering
     */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly Figures $figures,
        private $send,
        private readonly string $channel,
        private readonly string $event,
        private readonly float $maxSeconds,
        private readonly int $maxMessages,
    ) {
    }

    /** The newest id that is known to be in the store. */
    public function lastId(): int
    {
        return $this->lastKnown;
    }

    /** What the store says its newest id is. The first answer sets the mark: what was there before is nobody's news. */
    public function storeIsAt(int $id): void
    {
        $this->lastKnown = max($this->lastKnown, $id);
        if ($this->next === null) {
            $this->next = $id + 1;
            $this->toldUpTo = $id;
        }
    }

    /**
     * Whether everybody has been told of a message, or was told before this process began. A message can be stored without that: by a
     * storing process that died before it answered, by a worker that could not publish.
     */
    public function wasTold(int $id): bool
    {
        return $id <= $this->toldUpTo || isset($this->toldAbove[$id]);
    }

    /** @param  list<StoredMessage>  $messages those told before are left out */
    public function add(array $messages): void
    {
        foreach ($messages as $message) {
            if (! $this->wasTold($message->id)) {
                $this->waiting[$message->id] ??= $message;
                $this->lastKnown = max($this->lastKnown, $message->id);
            }
        }
        $this->pump();
    }

    /** Sends what waits, now, with holes and all. */
    public function flush(): void
    {
        ksort($this->waiting);
        $messages = $this->waiting;
        $this->waiting = [];
        $this->broadcast($messages);
    }

    private function pump(): void
    {
        if ($this->timer !== null) {
            $this->loop->cancelTimer($this->timer);
            $this->timer = null;
        }
        if ($this->waiting === []) {
            return;
        }
        $now = $this->now();
        $rest = $this->lastEnd + min($this->maxSeconds, self::WINDOW_PER_COST * $this->lastCost) - $now;
        if ($rest <= 0) {
            $this->broadcast($this->takeInOrder($now));
            $rest = $this->holeSince === null ? 0.0 : max(0.001, $this->holeSince + self::HOLE_SECONDS - $now);
        }
        if ($this->waiting !== []) {
            $this->timer = $this->loop->addTimer($rest, function (): void {
                $this->timer = null;
                $this->pump();
            });
        }
    }

    /** @return array<int, StoredMessage> what may go out: all up to the first hole, or all where that has been waited for */
    private function takeInOrder(float $now): array
    {
        ksort($this->waiting);
        $next = $this->next ?? (int) array_key_first($this->waiting);
        $ready = [];
        foreach ($this->waiting as $id => $message) {
            if ($id > $next) {
                break;
            }
            $ready[$id] = $message;
            $next = max($next, $id + 1);
        }
        if (count($ready) === count($this->waiting)) {
            $this->holeSince = null;
        } elseif ($ready !== [] || $this->holeSince === null) {
            $this->holeSince = $now;
        } elseif ($now - $this->holeSince >= self::HOLE_SECONDS) {
            $this->holeSince = null;
            $ready = $this->waiting;
        }
        $this->waiting = array_diff_key($this->waiting, $ready);

        return $ready;
    }

    /** @param  array<int, StoredMessage>  $messages in id order */
    private function broadcast(array $messages): void
    {
        if ($messages === []) {
            return;
        }
        $start = $this->now();
        $this->remember($messages);
        $receivers = 0;
        foreach (array_chunk($messages, max(1, $this->maxMessages)) as $part) {
            $receivers = ($this->send)($this->encode($part), $part, $this->encode(...));
            $this->figures->windowMessages->observe((float) count($part));
        }
        $this->lastEnd = $this->now();
        $this->lastCost = $this->lastEnd - $start;
        $this->figures->deliveries += $receivers * count($messages);
        $this->figures->windowSeconds->observe($start - min(array_map(static fn (StoredMessage $message): float => $message->since, $messages)));
    }

    /** @param  list<StoredMessage>  $messages */
    private function encode(array $messages): string
    {
        $json = implode(',', array_map(static fn (StoredMessage $message): string => $message->json, $messages));

        return Outgoing::withText($this->event, '{"messages":['.$json.']}', $this->channel);
    }

    /** @param  non-empty-array<int, StoredMessage>  $messages */
    private function remember(array $messages): void
    {
        $this->next = max($this->next ?? 0, array_key_last($messages) + 1);
        foreach ($messages as $id => $message) {
            $this->toldAbove[$id] = true;
        }
        if (count($this->toldAbove) > self::REMEMBERED) {
            $this->toldUpTo = max($this->toldUpTo, min(array_keys($this->toldAbove)) - 1);
        }
        while (isset($this->toldAbove[$this->toldUpTo + 1])) {
            unset($this->toldAbove[++$this->toldUpTo]);
        }
    }

    private function now(): float
    {
        return hrtime(true) * 1e-9;
    }
}
