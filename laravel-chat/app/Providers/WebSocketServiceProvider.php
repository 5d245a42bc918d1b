<?php

declare(strict_types=1);

namespace App\Providers;

use App\Broadcasting\SocketServer;
use ChannelServer\ModuleFactory;
use Illuminate\Contracts\Support\DeferrableProvider;
use Illuminate\Support\ServiceProvider;
use WebSockets\ChatModuleFactory;
use WebSockets\Lab\LabSettings;
use WebSockets\PlainModuleFactory;

/**
 * Gives websockets:serve the chat, unless another server holds the sockets: then it is a plain Pusher server. Deferred: a
 * request pays nothing for it.
 */
final class WebSocketServiceProvider extends ServiceProvider implements DeferrableProvider
{
    public function register(): void
    {
        // Where the loop may use FFI its children must too: the loop then counts on them to close the sockets they inherit.
        $artisan = [PHP_BINARY, '-d', 'ffi.enable='.ini_get('ffi.enable'), $this->app->basePath('artisan')];
        $chat = static fn (): ChatModuleFactory => new ChatModuleFactory(
            storeCommand: [...$artisan, 'websockets:store'],
            rateLimits: (bool) config('chat.rate_limits'),
            gathering: (bool) config('chat.gathering'),
            lab: config('lab.on')
                ? new LabSettings(config('lab'), config('chat.origins'), [...$artisan, 'websockets:slow-queries']) : null,
        );
        $this->app->bind(
            ModuleFactory::class, fn () => SocketServer::chosen()->answersTheChat() ? $chat() : new PlainModuleFactory,
        );
    }

    /** @return list<class-string> */
    public function provides(): array
    {
        return [ModuleFactory::class];
    }
}
