<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Laravel\Dashboard\Authorize;
use ChannelServer\Laravel\Dashboard\ShowFigures;
use ChannelServer\Laravel\Dashboard\ShowPage;
use Illuminate\Contracts\Auth\Access\Gate;
use Illuminate\Contracts\Foundation\Application;
use Illuminate\Contracts\Foundation\CachesRoutes;
use Illuminate\Routing\Router;
use Illuminate\Support\ServiceProvider;

/** A page that shows the running server, at the path and behind the gate that laravel-websockets has. */
final class DashboardServiceProvider extends ServiceProvider
{
    // What a file of laravel-websockets names, which is not there any more.
    private const FORMER_MIDDLEWARE = 'BeyondCode\LaravelWebSockets\Dashboard\Http\Middleware\Authorize';

    public function register(): void
    {
        $this->mergeConfigFrom(ChannelServerServiceProvider::CONFIG, 'websockets');
        $this->callAfterResolving(Gate::class, static function (Gate $gate, Application $app): void {
            if (! $gate->has(Authorize::GATE)) {
                $gate->define(Authorize::GATE, static fn (mixed $user = null): bool => (bool) $app->environment('local'));
            }
        });
    }

    public function boot(Router $router): void
    {
        $path = trim((string) config('websockets.path'), '/');
        if ($path === '' || ($this->app instanceof CachesRoutes && $this->app->routesAreCached())) {
            return;
        }
        $middleware = array_map(
            static fn (string $name): string => $name === self::FORMER_MIDDLEWARE ? Authorize::class : $name,
            (array) config('websockets.middleware', [Authorize::class]),
        );
        $router->prefix($path)->middleware($middleware)->group(static function (Router $router): void {
            $router->get('/', ShowPage::class);
            $router->get('/figures', ShowFigures::class);
        });
    }
}
