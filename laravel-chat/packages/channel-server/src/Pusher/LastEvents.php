<?php

declare(strict_types=1);

namespace ChannelServer\Pusher;

/** The last event of each cache channel of an app, for as long as Pusher keeps it. Whoever may publish fills it, so it is bounded: the oldest go. */
final class LastEvents
{
    public const SECONDS = 1800;

    /** @var array<string, array{event: string, data: string, frame: string, until: int}> by channel, the oldest first */
    private array $events = [];

    private int $bytes = 0;

    public function __construct(private readonly int $maxBytes = 33_554_432)
    {
    }

    /** @param  string  $frame  the finished frame that the subscribers got */
    public function keep(string $channel, string $event, string $data, string $frame, int $now): void
    {
        $this->forget($channel);
        $this->events[$channel] = ['event' => $event, 'data' => $data, 'frame' => $frame, 'until' => $now + self::SECONDS];
        $this->bytes += self::cost($channel, $this->events[$channel]);
        foreach ($this->events as $oldest => $last) {
            if ($this->bytes <= $this->maxBytes && $last['until'] > $now) {
                return;
            }
            $this->forget((string) $oldest);
        }
    }

    /** @return array{event: string, data: string, frame: string, until: int}|null */
    public function find(string $channel, int $now): ?array
    {
        $last = $this->events[$channel] ?? null;

        return $last === null || $last['until'] <= $now ? null : $last;
    }

    private function forget(string $channel): void
    {
        if (isset($this->events[$channel])) {
            $this->bytes -= self::cost($channel, $this->events[$channel]);
            unset($this->events[$channel]);
        }
    }

    /** @param  array{event: string, data: string, frame: string, until: int}  $last */
    private static function cost(string $channel, array $last): int
    {
        // What PHP needs beside the bytes: an array of four, four strings, an entry of the table.
        return strlen($channel) + strlen($last['event']) + strlen($last['data']) + strlen($last['frame']) + 600;
    }
}
