<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\DeferredAnnouncer;
use App\Broadcasting\LoopBroadcaster;
use App\Broadcasting\LoopClient;
use App\Broadcasting\PusherServerBroadcaster;
use App\Broadcasting\SocketServer;
use App\Chat\Announcer;
use App\Chat\ChangeMessage;
use App\Chat\Limits\Allowance;
use App\Chat\Limits\FailedLogins;
use App\Chat\Limits\Limit;
use App\Chat\Limits\Unlimited;
use App\Chat\ListMessages;
use App\Chat\LoginOrRegister;
use App\Chat\MessageStore;
use App\Chat\SearchMessages;
use App\Chat\SendMessage;
use App\Chat\SessionStore;
use App\Chat\UserStore;
use App\Http\ChatGuard;
use App\Http\Controllers\ChannelAuthController;
use App\Store;
use Illuminate\Auth\AuthManager;
use Illuminate\Broadcasting\BroadcastManager;
use Illuminate\Cache\RateLimiter;
use Illuminate\Cache\Repository;
use Illuminate\Console\Events\CommandStarting;
use Illuminate\Contracts\Broadcasting\Broadcaster;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Database\Events\ConnectionEstablished;
use Illuminate\Foundation\Support\Providers\RouteServiceProvider;
use Illuminate\Http\Request;

/** Puts the services together, each when a request first asks for it. */
final class AppServiceProvider extends RouteServiceProvider
{
    /** @var array<string, class-string> */
    public array $bindings = [
        MessageStore::class => Store\Messages::class,
        UserStore::class => Store\Users::class,
        SessionStore::class => Store\Sessions::class,
        Announcer::class => DeferredAnnouncer::class,
        SocketServer::class => Broadcaster::class, // the default one of config/broadcasting.php
        'db.connector.mysql' => Store\MySqlConnector::class,
    ];

    public function register(): void
    {
        parent::register();
        $this->giveAllowance([SendMessage::class, ChangeMessage::class], Limit::Messages);
        $this->giveAllowance(ListMessages::class, Limit::Pages);
        $this->giveAllowance(SearchMessages::class, Limit::Searches);
        $this->app->when(LoginOrRegister::class)->needs('$joinCode')->giveConfig('chat.join_code');
        $this->app->bind(FailedLogins::class, fn (Application $app) => $app->make(
            config('chat.rate_limits') ? Store\CachedFailedLogins::class : Unlimited::class,
        ));
        $this->app->when(Store\CachedFailedLogins::class)->needs(Repository::class)->give(
            fn (Application $app) => $app->make('cache')->store('database'),
        );
        $this->callAfterResolving('auth', fn (AuthManager $auth) => $auth->viaRequest(
            'chat', fn (Request $request) => $this->app->make(ChatGuard::class)->userOf($request),
        ));
        $this->registerBroadcasting();
    }

    public function boot(): void
    {
        $this->routes(function () {
            require base_path('routes/web.php');
            if (config('lab.on')) {
                require base_path('routes/lab.php');
            }
        });
        // A proxy on this machine that ends TLS is believed about the client's address and https. Laravel's own
        // TrustProxies would also believe any client whose Host names one of two hosting services.
        Request::setTrustedProxies(
            config('chat.trust_proxy') ? ['127.0.0.1', '::1'] : [],
            Request::HEADER_X_FORWARDED_FOR | Request::HEADER_X_FORWARDED_PROTO,
        );
        // This ends the wait for a database that hangs. PDO has no option for it; mysqlnd reads this when it connects.
        ini_set('mysqlnd.net_read_timeout', (string) config('database.connections.mysql.read_timeout'));

        $events = $this->app->make('events');
        $events->listen(ConnectionEstablished::class, Store\SqlitePragmas::class);
        $events->listen(CommandStarting::class, $this->prepareCommand(...));
    }

    private function registerBroadcasting(): void
    {
        $this->callAfterResolving(BroadcastManager::class, function (BroadcastManager $manager): void {
            $manager->extend('loop', fn (Application $app, array $config) => new LoopBroadcaster(
                new LoopClient($config['sockets']), fn () => $manager->pusher($config),
            ));
            $manager->extend('pusher', fn (Application $app, array $config) => new PusherServerBroadcaster(
                $manager->pusher($config), $app->make(UserStore::class),
            ));
        });
        // Only the controller that signs subscriptions needs the channels.
        $this->app->afterResolving(ChannelAuthController::class, function (): void {
            require base_path('routes/channels.php');
        });
    }

    /** @param  class-string|list<class-string>  $useCases  that count together */
    private function giveAllowance(string|array $useCases, Limit $limit): void
    {
        $this->app->when($useCases)->needs(Allowance::class)->give(fn (Application $app) => config('chat.rate_limits')
            ? new Store\CachedAllowance($app->make(RateLimiter::class), $limit)
            : new Unlimited);
    }

    private function prepareCommand(CommandStarting $starting): void
    {
        if (! is_dir(config('chat.data'))) {
            mkdir(config('chat.data'), 0700, true);
        }
        if (! str_starts_with((string) $starting->command, 'websockets:')) {
            // A migration of a large table may take longer.
            ini_restore('mysqlnd.net_read_timeout');
            config(['database.connections.mysql.idle_transaction_timeout' => 0]);
        }
    }
}
