<?php

declare(strict_types=1);

namespace WebSockets\LaravelWebSockets;

use BeyondCode\LaravelWebSockets\Console\StartWebSocketServer;
use React\EventLoop\LoopInterface;
use ReactEpoll\LoopChoice;
use Throwable;

/** laravel-websockets' own command on an event loop that is not limited to 1,024 descriptors and that the chat can find, with the chat's call to end a session. */
final class ServeCommand extends StartWebSocketServer
{
    public function handle(): void
    {
        $this->loop = LoopChoice::best()->loop;
        $this->laravel->instance(LoopInterface::class, $this->loop);
        parent::handle();
    }

    /** What a request of a client makes it throw costs that connection; without this it would end the process, and everybody's. */
    protected function startWebSocketServer(): void
    {
        $serve = parent::startWebSocketServer(...);
        while (true) {
            try {
                $serve();

                return;
            } catch (Throwable $fault) {
                report($fault);
                $serve = $this->loop->run(...); // all that listens is registered there
            }
        }
    }

    protected function registerCustomRoutes(): static
    {
        // Of the parameters of a path its signature leaves out those of some names alone: the session has to have one of them.
        $this->laravel->make('websockets.router')->post('/apps/{appId}/sessions/{channelName}/terminate_connections', EndSession::class);

        return parent::registerCustomRoutes();
    }
}
