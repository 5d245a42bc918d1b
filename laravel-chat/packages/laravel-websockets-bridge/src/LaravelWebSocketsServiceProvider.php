<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use BeyondCode\LaravelWebSockets\Console\StartWebSocketServer;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use BeyondCode\LaravelWebSockets\WebSocketsServiceProvider;

/**
 * Registers laravel-websockets with the chat's command and handler, without its dashboard and statistics, which need
 * views and a table.
 */
final class LaravelWebSocketsServiceProvider extends WebSocketsServiceProvider
{
    public function register(): void
    {
        parent::register();
        $withoutStatistics = static fn (array $app): array => $app + ['enable_statistics' => false];
        $hostOf = static fn (string $origin): string => parse_url($origin, PHP_URL_HOST) ?: $origin;
        config([
            'websockets.apps' => array_map($withoutStatistics, config('websockets.apps')),
            // laravel-websockets compares hosts alone.
            'websockets.allowed_origins' => array_map($hostOf, config('websockets.allowed_origins')),
        ]);
        $this->app->singleton(WebSocketHandler::class, ChatHandler::class);
        $this->app->bind(StartWebSocketServer::class, ServeCommand::class);
    }

    protected function registerRoutes(): static
    {
        return $this;
    }
}
