<?php

declare(strict_types=1);

namespace ChannelServer\Webhooks;

use ChannelServer\Log;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\Webhook;
use React\EventLoop\LoopInterface;

/**
 * What one address is to be told, in order: one request at a time, with all that gathered meanwhile, signed as Pusher signs. One in vain goes again,
 * the same bytes, at growing distances, and is given up in the end; what waits is bounded, and beyond it what is new is left out.
 */
final class WebhookQueue
{
    // s between tries: together some 4 min; Pusher tries for 5.
    private const TRIES_AFTER = [1, 2, 4, 8, 16, 32, 64, 128];

    private const EVENTS_AT_ONCE = 100;

    private const BYTES_AT_ONCE = 262_144;

    // What PHP needs for an event beside its bytes.
    private const COST = 64;

    /** @var list<string> JSON objects */
    private array $waiting = [];

    private int $cost = 0;

    /** A request is under way, or due in this turn. */
    private bool $busy = false;

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
    ) {
    }

    public function isIdle(): bool
    {
        return ! $this->busy;
    }

    /** @param  string  $json  of the event */
    public function add(string $event, string $json): void
    {
        if (! in_array($event, $this->webhook->events, true)) {
            return;
        }
        if ($this->cost + strlen($json) + self::COST > $this->maxCost) {
            $this->figures->leftOut++;
            $this->log->repeatable('webhook_left_out', ['url' => $this->place(), 'waiting' => count($this->waiting)]);

            return;
        }
        $this->waiting[] = $json;
        $this->cost += strlen($json) + self::COST;
        if (! $this->busy) {
            $this->busy = true;
            // What one turn brings goes together.
            $this->loop->futureTick($this->next(...));
        }
    }

    private function next(): void
    {
        if ($this->waiting === []) {
            $this->busy = false;

            return;
        }
        $bytes = 0;
        $count = 0;
        foreach ($this->waiting as $json) {
            $bytes += strlen($json) + 1;
            if ($count > 0 && ($bytes > self::BYTES_AT_ONCE || $count >= self::EVENTS_AT_ONCE)) {
                break;
            }
            $count++;
        }
        $batch = array_splice($this->waiting, 0, $count);
        $this->cost -= array_sum(array_map(strlen(...), $batch)) + $count * self::COST;
        $this->try('{"time_ms":'.(int) (microtime(true) * 1000).',"events":['.implode(',', $batch).']}', $count, 0);
    }

    private function try(string $body, int $count, int $tries): void
    {
        $headers = ['Content-Type' => 'application/json', 'X-Pusher-Key' => $this->app->key, 'X-Pusher-Signature' => hash_hmac('sha256', $body, $this->app->secret)];
        $this->posts->post($this->webhook->url, $body, $headers, function (?string $why) use ($body, $count, $tries): void {
            $after = $this->triesAfter[$tries] ?? null;
            if ($why !== null && $after !== null) {
                $this->log->repeatable('webhook_failed', ['url' => $this->place(), 'why' => $why, 'again_in_seconds' => $after]);
                $this->loop->addTimer($after, fn () => $this->try($body, $count, $tries + 1));

                return;
            }
            if ($why === null) {
                $this->figures->told += $count;
            } else {
                $this->figures->givenUp += $count;
                $this->log->repeatable('webhook_given_up', ['url' => $this->place(), 'why' => $why, 'events' => $count]);
            }
            $this->next();
        });
    }

    /** Without a query or a password, which are nothing for a log. */
    private function place(): string
    {
        $parts = (array) parse_url($this->webhook->url);

        return ($parts['scheme'] ?? '').'://'.($parts['host'] ?? '').(isset($parts['port']) ? ":{$parts['port']}" : '').($parts['path'] ?? '');
    }
}
