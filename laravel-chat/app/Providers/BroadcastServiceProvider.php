<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\PusherApi;
use App\Broadcasting\PusherHttpBroadcaster;
use Illuminate\Support\Facades\Broadcast;
use Illuminate\Support\ServiceProvider;

final class BroadcastServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->singleton(PusherApi::class, fn () => new PusherApi(...config('broadcasting.connections.pusher-http')));
    }

    public function boot(): void
    {
        Broadcast::extend('pusher-http', fn () => new PusherHttpBroadcaster($this->app->make(PusherApi::class)));

        require base_path('routes/channels.php');
    }
}
