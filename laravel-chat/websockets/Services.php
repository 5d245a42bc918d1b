<?php

declare(strict_types=1);

namespace WebSockets;

use App\Contract;
use React\EventLoop\LoopInterface;
use WebSockets\Chat\AsyncStore;
use WebSockets\Chat\Chat;
use WebSockets\Chat\OneProcess;
use WebSockets\Cluster\FollowOthers;
use WebSockets\Cluster\RedisLink;
use WebSockets\Cluster\RedisUrl;
use WebSockets\Pusher\ChatChannel;
use WebSockets\Pusher\FanOut;
use WebSockets\Pusher\PusherServer;
use WebSockets\Server\Connections;

/** The services of the chat on the event loop, put together. */
final readonly class Services
{
    // Each HTTP worker has a connection, whose place no client takes.
    private const API_CONNECTIONS = 256;

    // Standard streams, listeners, epoll and the storing process need descriptors too; some are spare.
    private const OTHER_DESCRIPTORS = 64;

    /** Null: the chat has one process. */
    public ?RedisLink $link;

    public Chat $chat;

    /** Null: the chat has one process. */
    public ?FollowOthers $followOthers;

    public ChatChannel $channel;

    public PusherServer $pusher;

    public WorkerApi $api;

    /** The connections of clients. */
    public Connections $connections;

    /** The connections of HTTP workers. */
    public Connections $apiConnections;

    public Health $health;

    /** @param  int  $descriptorLimit  how many descriptors the process may hold */
    public function __construct(
        Settings $settings,
        public LoopInterface $loop,
        int $descriptorLimit,
        Log $log,
        AsyncStore $store,
    ) {
        $this->link = $settings->redis === null ? null : new RedisLink(
            $this->loop, new RedisUrl($settings->redis), "laravel-chat:{$settings->name}", $log,
        );
        $fanOut = new FanOut;
        $publisher = $this->link ?? new OneProcess;
        $this->chat = new Chat(
            $this->loop, $store, $fanOut, $publisher, $settings->rateLimits, $settings->messageWindow,
        );
        $onError = $this->chat->metrics->onError(...);
        $this->followOthers = $this->link === null ? null : new FollowOthers($this->loop, $this->link, $this->chat);
        $this->channel = new ChatChannel($this->chat, $fanOut);
        $this->pusher = new PusherServer($settings->app, $this->channel, $onError);
        $this->api = new WorkerApi($this->chat);
        $bufferMaxBytes = Contract::limit('receiverBufferMaxBytes');
        $max = max(16, $descriptorLimit - self::API_CONNECTIONS - self::OTHER_DESCRIPTORS);
        $this->connections = new Connections($this->loop, $log, $max, $bufferMaxBytes, $onError);
        $this->apiConnections = new Connections(
            $this->loop, $log, self::API_CONNECTIONS, $bufferMaxBytes, $onError,
        );
        $this->health = new Health($store, $this->link);
        $this->chat->metrics->watch(
            connections: $this->pusher->countClients(...),
            online: $this->chat->presence->count(...),
            bufferedBytes: $this->connections->bufferedBytes(...),
        );
    }
}
