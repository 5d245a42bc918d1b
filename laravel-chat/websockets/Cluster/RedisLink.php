<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use App\JsonText;
use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\Link;
use WebSockets\Log;

/** One channel of Redis that all processes publish to and subscribe to. News are lost while it is away. */
final class RedisLink implements Link
{
    private const CHECK_SECONDS = 1.0;

    /** Names this process to the others. */
    private readonly string $process;

    private readonly RedisConnection $publisher;

    /** A connection that has subscribed may not publish. */
    private readonly RedisConnection $subscriber;

    private bool $isUp = false;

    /** @var Closure(string, string, mixed): void */
    private Closure $heard;

    /** @var Closure(): void */
    private Closure $connected;

    public function __construct(
        private readonly LoopInterface $loop,
        RedisUrl $url,
        private readonly string $channel,
        private readonly Log $log,
    ) {
        $this->process = bin2hex(random_bytes(8));
        $failed = static fn (string $why) => $log->writeThrottled('redis_failed', ['why' => $why]);
        $changed = $this->changed(...);
        $ignored = static fn () => null;
        $this->publisher = new RedisConnection($loop, $url, ['PING'], $ignored, $changed, $failed);
        $this->subscriber = new RedisConnection(
            $loop, $url, ['SUBSCRIBE', $channel], $this->received(...), $changed, $failed,
        );
    }

    /**
     * @param  Closure(string, string, mixed): void  $heard  is told which process publishes, what, and its news
     * @param  Closure(): void  $connected  is told when news come and go from now on
     */
    public function start(Closure $heard, Closure $connected): void
    {
        [$this->heard, $this->connected] = [$heard, $connected];
        $this->loop->addPeriodicTimer(self::CHECK_SECONDS, $this->check(...));
        $this->check();
    }

    public function check(): void
    {
        $this->publisher->check();
        $this->subscriber->check();
    }

    public function isUp(): bool
    {
        return $this->isUp;
    }

    public function publish(string $what, mixed $news = null): void
    {
        if ($this->isUp) {
            $this->publisher->send('PUBLISH', $this->channel, "{$this->process} {$what} ".JsonText::of($news));
        }
    }

    private function changed(): void
    {
        $isUp = $this->publisher->isUp() && $this->subscriber->isUp();
        if ($isUp !== $this->isUp) {
            $this->isUp = $isUp;
            $this->log->writeThrottled($isUp ? 'redis_up' : 'redis_down');
            $isUp && ($this->connected)();
        }
    }

    /** @param  mixed  $reply  ["message", channel, what publish() sent], or something that is no news */
    private function received(mixed $reply): void
    {
        if (! is_array($reply) || $reply[0] !== 'message') {
            return;
        }
        // Its own list of users is long: it is not copied.
        if (! str_starts_with($reply[2], $this->process)) {
            [$process, $what, $json] = explode(' ', $reply[2], 3);
            ($this->heard)($process, $what, json_decode($json, true));
        }
    }
}
