<?php

declare(strict_types=1);

namespace ChannelServer\Laravel;

use ChannelServer\Log;
use ChannelServer\Module;
use ChannelServer\ModuleFactory;
use ChannelServer\PusherLoop;
use ChannelServer\ServerSettings;
use Illuminate\Console\Command;
use InvalidArgumentException;
use React\EventLoop\LoopInterface;
use RuntimeException;

/** Runs the server, with the module that the application bound, if it bound one. */
final class ServeCommand extends Command
{
    protected $signature = 'websockets:serve
        {--host= : Address to listen on}
        {--port= : Port to listen on}
        {--select : Use stream_select though a better event loop is there}
        {--debug : Without meaning here, taken since laravel-websockets has it}';

    protected $description = 'Serve WebSockets (Pusher protocol 7)';

    public function handle(): int
    {
        $log = new Log(STDOUT);
        try {
            $settings = $this->settings();
        } catch (InvalidArgumentException $misspelt) {
            $log->write('refused', ['what' => 'websockets.api.address', 'why' => $misspelt->getMessage()]);

            return self::FAILURE;
        }
        $problems = $settings->problems();
        foreach ($problems as $what => $why) {
            $log->write('refused', ['what' => $what, 'why' => $why]);
        }
        if ($problems !== []) {
            return self::FAILURE;
        }
        $this->nameWithoutMeaning($log);
        // Laravel turns warnings into exceptions; the loop reads what calls return, and must not pay for every refused write.
        set_error_handler(null);
        try {
            (new PusherLoop($settings, $log, fn (LoopInterface $loop): Module => $this->module($loop, $settings, $log)))->run();
        } catch (RuntimeException $refused) {
            $log->write('refused', ['why' => $refused->getMessage()]);

            return self::FAILURE;
        }

        return self::SUCCESS;
    }

    /** Once, so that nobody waits for the effect of a setting that has none. */
    private function nameWithoutMeaning(Log $log): void
    {
        $settings = WithoutMeaning::of(config('websockets'), require ChannelServerServiceProvider::CONFIG)
            + ($this->option('debug') ? ['--debug' => 'the log says all that there is to say'] : []);
        if ($settings !== []) {
            $log->write('without_meaning', ['settings' => $settings]);
        }
    }

    private function settings(): ServerSettings
    {
        [$host, $port] = [$this->option('host'), $this->option('port')];

        return (new ServerConfig(config('websockets')))->settings(is_string($host) ? $host : null, is_string($port) ? (int) $port : null, (bool) $this->option('select'));
    }

    private function module(LoopInterface $loop, ServerSettings $settings, Log $log): Module
    {
        return $this->laravel->bound(ModuleFactory::class) ? $this->laravel->make(ModuleFactory::class)->make($loop, $settings, $log) : new Module;
    }
}
