<?php

declare(strict_types=1);

namespace Tests\WebSockets\Harness;

use App\Contract;
use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\Pusher\Settings;
use ChannelServer\ServerSettings;
use ChannelServer\Tests\Harness\TestServer as PusherTestServer;
use React\EventLoop\LoopInterface;
use WebSockets\ChatModuleFactory;
use WebSockets\Wire\ChatModule;

/** A server with the chat upon it, and a store in memory. */
final class TestServer extends PusherTestServer
{
    public readonly MemoryStore $store;

    public ChatModule $chat;

    public function __construct(?Settings $pusher = null, bool $rateLimits = true, ?int $maxConnections = null, bool $storeIsUp = true)
    {
        $this->store = new MemoryStore;
        $this->store->held = ! $storeIsUp;
        $factory = new ChatModuleFactory(rateLimits: $rateLimits, store: $this->store);
        parent::__construct(
            $pusher, maxConnections: $maxConnections, unjoinedPerAddress: $rateLimits ? (int) Contract::load()->limit('unjoinedPerAddressMax') : 0,
            makeModule: fn (LoopInterface $loop, ServerSettings $settings, Log $log): Module => $this->chat = $factory->make($loop, $settings, $log),
        );
        $this->store->attach($this->server->loop);
    }

    public function peer(): ChatPeer
    {
        return new ChatPeer($this);
    }

    public function client(): ChatPeer
    {
        return $this->peer()->connect();
    }
}
