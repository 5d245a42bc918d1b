<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use Illuminate\Contracts\Support\DeferrableProvider;
use Illuminate\Support\ServiceProvider;

/** The commands and the defaults of their settings. Deferred: a request pays nothing for it. */
final class ChannelServerServiceProvider extends ServiceProvider implements DeferrableProvider
{
    private const COMMANDS = [ServeCommand::class, RestartCommand::class, StatusCommand::class];

    public const CONFIG = __DIR__.'/../../config/websockets.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'websockets');
    }

    public function boot(): void
    {
        $this->publishes([self::CONFIG => $this->app->configPath('websockets.php')], 'config');
        $this->commands(self::COMMANDS);
    }

    /** @return list<class-string> */
    public function provides(): array
    {
        return self::COMMANDS;
    }
}
