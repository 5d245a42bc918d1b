<?php

declare(strict_types=1);

namespace ChannelServer\Webhooks;

use ChannelServer\Log;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Webhook;
use React\EventLoop\LoopInterface;

/**
 * The events that wait for one webhook. It gets one request at a time, with all that has gathered, signed as Pusher
 * signs. A failed request is sent again, the same bytes, after growing pauses, and then given up. Each client address
 * that causes events has a line of its own, and the lines take turns; where the room is full, the longest line loses
 * its last event. Two waiting events that undo each other are both dropped.
 */
final class WebhookQueue
{
    // s between tries: together some 4 min; Pusher tries for 5.
    private const TRIES_AFTER = [1, 2, 4, 8, 16, 32, 64, 128];

    private const GATHER_SECONDS = 1.0;

    private const EVENTS_AT_ONCE = 100;

    private const BYTES_AT_ONCE = 262_144;

    // PHP's memory for an event beside its bytes: two strings, and their entries in two tables.
    private const COST = 250;

    private const UNDOES = [
        'channel_occupied' => 'channel_vacated', 'channel_vacated' => 'channel_occupied',
        'member_added' => 'member_removed', 'member_removed' => 'member_added',
    ];

    /**
     * @var array<string, array<string, string>> JSON objects by key, by the address whose line it is; empty for what is
     *   not to be told, and may yet undo
     */
    private array $lines = [];

    /** @var array<string, string> the address in whose line a key waits */
    private array $lineOf = [];

    /** @var array<string, int> by address */
    private array $costs = [];

    private int $cost = 0;

    private int $number = 0;

    /** A request is under way, or due: so long after the last, whether anything waits by then or not. */
    private bool $busy = false;

    /** A request is under way, or to be tried again. */
    private bool $underWay = false;

    /** @param  list<float|int>  $triesAfter  s to wait before each further try */
    public function __construct(
        private readonly LoopInterface $loop,
        private readonly HttpPosts $posts,
        private readonly Log $log,
        private readonly WebhookFigures $figures,
        private readonly App $app,
        private readonly Webhook $webhook,
        private readonly int $maxCost = 4_194_304,
        private readonly array $triesAfter = self::TRIES_AFTER,
        private readonly float $gatherSeconds = self::GATHER_SECONDS,
    ) {
    }

    /** Whether there is nothing to tell. */
    public function isIdle(): bool
    {
        return ! $this->underWay && $this->lines === [];
    }

    /**
     * @param  string|null  $about  the channel, or the channel and the member, whose state it tells; null where it
     *   tells of something that was said
     * @param  string  $json  of the event
     * @param  string  $address  whose client caused it
     */
    public function add(string $event, ?string $about, string $json, string $address): void
    {
        $undone = self::UNDOES[$event] ?? $event;
        if ($event === 'channel_vacated') {
            $this->drop("cache_miss $about");
        }
        if ($undone !== $event && $this->drop("$undone $about")) {
            return;
        }
        $key = "$event ".($about ?? ++$this->number);
        $json = in_array($event, $this->webhook->events, true) ? $json : '';
        if (isset($this->lineOf[$key]) || ($json === '' && ! in_array($undone, $this->webhook->events, true))) {
            return;
        }
        if (! $this->makeRoom(self::costOf($json), $address)) {
            $this->leaveOut($json, $address);

            return;
        }
        $this->lines[$address][$key] = $json;
        $this->lineOf[$key] = $address;
        $this->count($address, self::costOf($json));
        if (! $this->busy) {
            $this->busy = true;
            $this->loop->addTimer($this->gatherSeconds, $this->next(...));
        }
    }

    private function next(): void
    {
        $batch = $this->takeBatch();
        $this->busy = $this->underWay = $batch !== [];
        if ($this->busy) {
            $this->try(
                '{"time_ms":'.(int) (microtime(true) * 1000).',"events":['.implode(',', $batch).']}', count($batch), 0,
            );
        }
    }

    /** @return list<string> what goes together: as much of each line, as long as there is more */
    private function takeBatch(): array
    {
        $batch = [];
        $bytes = 0;
        while ($this->lines !== []) {
            $share = max(1, intdiv(self::EVENTS_AT_ONCE - count($batch), count($this->lines)));
            foreach (array_keys($this->lines) as $address) {
                $first = array_slice($this->lines[$address], 0, $share, true);
                foreach ($first as $key => $json) {
                    $bytes += strlen($json) + 1;
                    if ($batch !== [] && ($bytes > self::BYTES_AT_ONCE || count($batch) >= self::EVENTS_AT_ONCE)) {
                        // It begins the next request, unless it has had a part in this one.
                        $key === array_key_first($first) || $this->toTheEnd($address);

                        return $batch;
                    }
                    $this->drop($key);
                    if ($json !== '') {
                        $batch[] = $json;
                    }
                }
                $this->toTheEnd($address);
            }
        }

        return $batch;
    }

    private function toTheEnd(string $address): void
    {
        if (isset($this->lines[$address])) {
            $line = $this->lines[$address];
            unset($this->lines[$address]);
            $this->lines[$address] = $line;
        }
    }

    /** Whether an event of $cost finds room in the line of $address: another line that is longer loses its last. */
    private function makeRoom(int $cost, string $address): bool
    {
        while ($this->cost + $cost > $this->maxCost) {
            $longest = (string) array_search(max([0, ...$this->costs]), $this->costs, true);
            if ($longest === $address || ($this->costs[$longest] ?? 0) <= ($this->costs[$address] ?? 0) + $cost) {
                return false;
            }
            $last = (string) array_key_last($this->lines[$longest]);
            $this->leaveOut($this->lines[$longest][$last], $longest);
            $this->drop($last);
        }

        return true;
    }

    private function leaveOut(string $json, string $address): void
    {
        if ($json !== '') {
            $this->figures->leftOut++;
            $this->log->repeatable(
                'webhook_left_out', ['url' => $this->place(), 'waiting' => count($this->lineOf), 'address' => $address],
            );
        }
    }

    /** @return bool whether it waited */
    private function drop(string $key): bool
    {
        $address = $this->lineOf[$key] ?? null;
        if ($address === null) {
            return false;
        }
        $this->count($address, -self::costOf($this->lines[$address][$key]));
        unset($this->lineOf[$key], $this->lines[$address][$key]);
        if ($this->lines[$address] === []) {
            unset($this->lines[$address], $this->costs[$address]);
        }

        return true;
    }

    private function count(string $address, int $cost): void
    {
        $this->cost += $cost;
        $this->costs[$address] = ($this->costs[$address] ?? 0) + $cost;
    }

    private static function costOf(string $json): int
    {
        return strlen($json) + self::COST;
    }

    private function try(string $body, int $count, int $tries): void
    {
        $headers = [
            'Content-Type' => 'application/json', 'X-Pusher-Key' => $this->app->key,
            'X-Pusher-Signature' => hash_hmac('sha256', $body, $this->app->secret),
        ];
        $done = function (?string $why) use ($body, $count, $tries): void {
            $after = $this->triesAfter[$tries] ?? null;
            if ($why !== null && $after !== null) {
                $this->log->repeatable(
                    'webhook_failed', ['url' => $this->place(), 'why' => $why, 'again_in_seconds' => $after],
                );
                $this->loop->addTimer($after, fn () => $this->try($body, $count, $tries + 1));

                return;
            }
            if ($why === null) {
                $this->figures->told += $count;
            } else {
                $this->figures->givenUp += $count;
                $this->log->repeatable(
                    'webhook_given_up', ['url' => $this->place(), 'why' => $why, 'events' => $count],
                );
            }
            $this->underWay = false;
            // A full request is due at once; else more may gather, or undo what waits.
            $isFull = $this->cost >= self::BYTES_AT_ONCE || count($this->lineOf) >= self::EVENTS_AT_ONCE;
            $this->loop->addTimer($isFull ? 0 : $this->gatherSeconds, $this->next(...));
        };
        $this->posts->post($this->webhook->url, $body, $headers, $done);
    }

    /** Without a query or a password, which are nothing for a log. */
    private function place(): string
    {
        $parts = (array) parse_url($this->webhook->url);

        $port = isset($parts['port']) ? ":{$parts['port']}" : '';

        return ($parts['scheme'] ?? '').'://'.($parts['host'] ?? '').$port.($parts['path'] ?? '');
    }
}
