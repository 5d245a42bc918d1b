<?php

declare(strict_types=1);

namespace WebSockets;

use WebSockets\Pusher\PusherApp;

/** The settings of websockets:serve, from its options and config/. Limits that both chats share are the contract's. */
final readonly class Settings
{
    /**
     * @param  non-empty-list<string>  $hosts  addresses to listen on: browsers take 127.0.0.1 or ::1 for localhost
     * @param  string  $api  path of the unix socket that HTTP workers call, also for metrics
     * @param  bool  $messageWindow  whether messages of one window share an event; false is the lab's baseline
     * @param  ?string  $redis  URL of the Redis by which several processes are one chat; null: there is one process
     * @param  string  $name  of the chat among those of that Redis
     */
    public function __construct(
        public array $hosts,
        public int $port,
        public string $api,
        public PusherApp $app,
        public bool $rateLimits = true,
        public bool $messageWindow = true,
        public ?string $redis = null,
        public string $name = 'chat',
    ) {
    }
}
