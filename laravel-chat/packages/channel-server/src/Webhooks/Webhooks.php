<?php

declare(strict_types=1);

namespace ChannelServer\Webhooks;

use ChannelServer\Log;
use ChannelServer\Pusher\App;
use ChannelServer\Pusher\ChannelWatcher;
use ChannelServer\Pusher\Webhook;
use React\EventLoop\LoopInterface;

/** The webhooks of all apps. */
final class Webhooks
{
    public readonly WebhookFigures $figures;

    private readonly HttpPosts $posts;

    /** @var list<WebhookQueue> */
    private array $queues = [];

    public function __construct(private readonly LoopInterface $loop, private readonly Log $log)
    {
        $this->figures = new WebhookFigures;
        $this->posts = new HttpPosts($loop);
    }

    /** Who is told what happens on the channels of an app. */
    public function watcher(App $app): ChannelWatcher
    {
        if ($app->webhooks === []) {
            return new ChannelWatcher;
        }
        $queues = array_map(fn (Webhook $webhook): WebhookQueue => new WebhookQueue($this->loop, $this->posts, $this->log, $this->figures, $app, $webhook), $app->webhooks);
        array_push($this->queues, ...$queues);

        return new WebhookWatcher($queues);
    }

    public function isIdle(): bool
    {
        foreach ($this->queues as $queue) {
            if (! $queue->isIdle()) {
                return false;
            }
        }

        return true;
    }
}
