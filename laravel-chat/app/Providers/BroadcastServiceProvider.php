<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\BroadcastAnnouncer;
use App\Broadcasting\LoopSockets;
use App\Broadcasting\PusherSockets;
use App\Broadcasting\Sockets;
use App\Broadcasting\SocketServer;
use App\Chat\Announcer;
use GuzzleHttp\Client;
use Illuminate\Broadcasting\BroadcastManager;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Support\ServiceProvider;
use Pusher\Pusher;

/** Costs a request nothing that neither broadcasts nor asks for a channel. */
final class BroadcastServiceProvider extends ServiceProvider
{
    public function register(): void
    {
        $this->app->bind(Announcer::class, BroadcastAnnouncer::class);
        $this->app->bind(Pusher::class, fn (Application $app) => $app->make(BroadcastManager::class)->pusher(
            config('broadcasting.connections.pusher'),
        ));
        $this->app->bind(Sockets::class, fn (Application $app) => $app->make(match (SocketServer::chosen()) {
            SocketServer::Loop => LoopSockets::class,
            SocketServer::Pusher => PusherSockets::class,
        }));
        $this->app->when(LoopSockets::class)->needs(Client::class)->give(function (): Client {
            ['options' => $options, 'client_options' => $client] = config('broadcasting.connections.pusher');

            return new Client(['base_uri' => "http://{$options['host']}:{$options['port']}", 'timeout' => $options['timeout']] + $client);
        });
        $this->callAfterResolving(BroadcastManager::class, function (): void {
            require base_path('routes/channels.php');
        });
    }
}
