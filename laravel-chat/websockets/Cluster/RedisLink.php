<?php

declare(strict_types=1);

namespace WebSockets\Cluster;

use App\JsonText;
use Closure;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\News;
use WebSockets\Chat\Publisher;
use WebSockets\Log;

/** One channel of Redis that all processes publish to and subscribe to. News is lost while Redis is away. */
final class RedisLink implements Publisher
{
    private const CHECK_SECONDS = 1.0;

    /** This process's id. */
    public readonly string $id;

    private readonly RedisConnection $publisher;

    /** A connection that has subscribed may not publish. */
    private readonly RedisConnection $subscriber;

    private bool $isUp = false;

    /** Why Redis is away, as the log has it. */
    private string $failure = '';

    /** @var Closure(string, News, mixed): void */
    private Closure $onNews;

    /** @var Closure(): void */
    private Closure $onConnected;

    public function __construct(
        private readonly LoopInterface $loop,
        RedisUrl $url,
        private readonly string $channel,
        private readonly Log $log,
    ) {
        $this->id = bin2hex(random_bytes(8));
        $onFailure = $this->logFailure(...);
        $onChange = $this->compareState(...);
        $ignore = static fn () => null;
        $this->publisher = new RedisConnection($loop, $url, ['PING'], $ignore, $onChange, $onFailure);
        $this->subscriber = new RedisConnection(
            $loop, $url, ['SUBSCRIBE', $channel], $this->receive(...), $onChange, $onFailure,
        );
    }

    /**
     * @param  Closure(string, News, mixed): void  $onNews  gets the process that publishes, its news and the content
     * @param  Closure(): void  $onConnected  is called when news begins to come and go
     */
    public function start(Closure $onNews, Closure $onConnected): void
    {
        [$this->onNews, $this->onConnected] = [$onNews, $onConnected];
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

    public function publish(News $news, mixed $content = null): void
    {
        if ($this->isUp) {
            $text = "{$this->id} {$news->value} ".JsonText::of($content);
            $this->publisher->send('PUBLISH', $this->channel, $text);
        }
    }

    private function compareState(): void
    {
        $isUp = $this->publisher->isUp() && $this->subscriber->isUp();
        if ($isUp !== $this->isUp) {
            $this->isUp = $isUp;
            $this->log->writeThrottled($isUp ? 'redis_up' : 'redis_down');
            if ($isUp) {
                $this->failure = '';
                ($this->onConnected)();
            }
        }
    }

    /** Each try fails for the same reason while Redis is away: one line a reason. */
    private function logFailure(string $why): void
    {
        if ($why !== $this->failure) {
            $this->failure = $why;
            $this->log->write('redis_failed', ['why' => $why]);
        }
    }

    /** @param  mixed  $reply  ["message", channel, what publish() sent], or something other than news */
    private function receive(mixed $reply): void
    {
        if (! is_array($reply) || $reply[0] !== 'message') {
            return;
        }
        // News of this process comes back too. It is not copied, since a list of users is long.
        if (! str_starts_with($reply[2], $this->id)) {
            [$process, $name, $json] = explode(' ', $reply[2], 3);
            $news = News::tryFrom($name); // null: a process of a newer version publishes it
            $news === null || ($this->onNews)($process, $news, json_decode($json, true));
        }
    }
}
