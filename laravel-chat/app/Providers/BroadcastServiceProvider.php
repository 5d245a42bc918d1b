<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\ChatSockets;
use App\Broadcasting\PublishedMessages;
use App\Broadcasting\PusherApi;
use App\Broadcasting\PusherSockets;
use App\Broadcasting\Sockets;
use App\Broadcasting\SocketServer;
use App\Chat\Announcer;
use App\Protection\CircuitBreaker;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\ServiceProvider;

/** Costs a request nothing that neither broadcasts nor asks for a channel. */
final class BroadcastServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(PusherApi::class, fn () => PusherApi::fromConfig(
            config('broadcasting.connections.pusher-http'), new CircuitBreaker(config('chat.data').'/loop-hangs', 2),
        ));

        $this->app->bind(Announcer::class, PublishedMessages::class);
        $this->app->bind(SocketServer::class, SocketServer::chosen(...));
        $this->app->bind(Sockets::class, fn (Application $app) => $app->make(
            SocketServer::chosen()->answersTheChat() ? ChatSockets::class : PusherSockets::class,
        ));
    }
}
