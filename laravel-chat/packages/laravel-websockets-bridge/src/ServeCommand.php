<?php

declare(strict_types=1);

namespace LaravelWebSocketsBridge;

use BeyondCode\LaravelWebSockets\Console\StartWebSocketServer;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use Throwable;

/** The command of laravel-websockets, on a loop without its limit of 1,024 connections, with a call to end sessions. */
final class ServeCommand extends StartWebSocketServer
{
    public function handle(): void
    {
        $this->loop = LoopChoice::best()->loop;
        $this->laravel->instance(LoopInterface::class, $this->loop);
        parent::handle();
    }

    /** An exception ends the request that caused it. Without this it would end the process. */
    protected function startWebSocketServer(): void
    {
        $serve = parent::startWebSocketServer(...);
        while (true) {
            try {
                $serve();

                return;
            } catch (Throwable $fault) {
                report($fault);
                $serve = $this->loop->run(...); // its listeners are still registered
            }
        }
    }

    protected function registerCustomRoutes(): static
    {
        // laravel-websockets leaves path parameters out of the signature only under certain names. The session has
        // one of them, `channelName`.
        $path = '/apps/{appId}/sessions/{channelName}/terminate_connections';
        $this->laravel->make('websockets.router')->post($path, EndSession::class);

        return parent::registerCustomRoutes();
    }
}
