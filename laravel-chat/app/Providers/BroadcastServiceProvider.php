<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\PusherApi;
use App\Broadcasting\PusherHttpBroadcaster;
use App\Http\Controllers\ChannelAuthController;
use App\Store\CircuitBreaker;
use Illuminate\Broadcasting\BroadcastManager;
use Illuminate\Support\ServiceProvider;

/** Costs a request nothing that neither broadcasts nor asks for a channel. */
final class BroadcastServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(PusherApi::class, fn () => PusherApi::fromConfig(
            config('broadcasting.connections.pusher-http'), new CircuitBreaker(config('chat.data').'/loop-hangs', 2),
        ));

        $this->callAfterResolving(BroadcastManager::class, fn (BroadcastManager $broadcasts) => $broadcasts->extend(
            'pusher-http', fn () => new PusherHttpBroadcaster($this->app->make(PusherApi::class)),
        ));

        // Who may join which channel: asked by one call alone.
        $this->app->resolving(ChannelAuthController::class, function () {
            require base_path('routes/channels.php');
        });
    }
}
