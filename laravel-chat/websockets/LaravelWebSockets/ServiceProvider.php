<?php

declare(strict_types=1);

namespace WebSockets\LaravelWebSockets;

use BeyondCode\LaravelWebSockets\Console\StartWebSocketServer;
use BeyondCode\LaravelWebSockets\WebSockets\WebSocketHandler;
use BeyondCode\LaravelWebSockets\WebSocketsServiceProvider;

/** laravel-websockets as the server behind the chat: its command and its handler, without its dashboard and statistics, which need views and a table. */
final class ServiceProvider extends WebSocketsServiceProvider
{
    public function register(): void
    {
        parent::register();
        config([
            'websockets.apps' => array_map(static fn (array $app): array => $app + ['enable_statistics' => false], config('websockets.apps')),
            // It compares hosts alone.
            'websockets.allowed_origins' => array_map(static fn (string $origin): string => parse_url($origin, PHP_URL_HOST) ?: $origin, config('websockets.allowed_origins')),
        ]);
        $this->app->singleton(WebSocketHandler::class, ChatHandler::class);
        $this->app->bind(StartWebSocketServer::class, ServeCommand::class);
    }

    protected function registerRoutes(): static
    {
        return $this;
    }
}
