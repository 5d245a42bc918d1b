<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Contract;
use App\Origins;
use Closure;
use Illuminate\Console\Command;
use InvalidArgumentException;
use React\EventLoop\LoopInterface;
use RuntimeException;
use WebSockets\Chat\AsyncStore;
use WebSockets\ChatServer;
use WebSockets\Cluster\RedisUrl;
use WebSockets\Lab\LabCalls;
use WebSockets\Lab\SlowQueries;
use WebSockets\Pusher\App;
use WebSockets\Server\Log;
use WebSockets\Settings;
use WebSockets\Store\StoringProcess;

/** Runs the chat on the WebSocket event loop. */
final class WebSocketsServe extends Command
{
    protected $signature = 'websockets:serve
        {--host=* : Address to listen on; more than one may be given}
        {--port= : Port to listen on}
        {--number=1 : Which of the sockets in CHAT_API_SOCKET it listens on}
        {--select : Use stream_select though a better event loop is there}';

    protected $description = 'Serve WebSockets (Pusher protocol 7)';

    public function handle(): int
    {
        $log = new Log(STDOUT);
        $settings = $this->settings();
        $problems = self::problems($settings);
        foreach ($problems as $what => $why) {
            $log->write('refused', ['what' => $what, 'why' => $why]);
        }
        if ($problems !== []) {
            return self::FAILURE;
        }
        // Laravel turns warnings into exceptions; the loop reads what calls return, and must not pay for every refused
        // write.
        set_error_handler(null);
        try {
            $this->server($settings, $log)->run();
        } catch (RuntimeException $refused) {
            $log->write('refused', ['why' => $refused->getMessage()]);

            return self::FAILURE;
        }

        return self::SUCCESS;
    }

    private function settings(): Settings
    {
        /** @var list<string> $hosts */
        $hosts = $this->option('host');
        ['key' => $key, 'secret' => $secret, 'app_id' => $id] = config('broadcasting.connections.pusher');

        return new Settings(
            $hosts === [] ? [config('chat.host')] : $hosts,
            (int) ($this->option('port') ?? config('chat.socket_port')),
            config('broadcasting.loops')[(int) $this->option('number') - 1] ?? '',
            new App(
                (string) $key, (string) $secret, new Origins(config('chat.origins')),
                joinSeconds: (int) Contract::load()->limit('joinSeconds'),
            ),
            config('chat.rate_limits'),
            config('lab.gathering'),
            forceSelect: (bool) $this->option('select'),
            redis: config('broadcasting.redis'),
            name: (string) $id,
        );
    }

    /** @return array<string, string> what is wrong, by the variable to set; empty where it can start */
    private static function problems(Settings $settings): array
    {
        $needed = [
            'PUSHER_APP_KEY' => $settings->app->key, 'PUSHER_APP_SECRET' => $settings->app->secret,
            'CHAT_API_SOCKET' => $settings->api,
        ];
        $problems = array_map(
            static fn (): string => 'is empty: set this variable of the environment',
            array_filter($needed, static fn (string $value): bool => $value === ''),
        );
        if ($settings->redis === null) {
            return $problems;
        }
        if (config('database.default') === 'sqlite') {
            $why = 'is for several processes, and SQLite serves one: set DB_CONNECTION=mysql and DB_HOST';

            return $problems + ['REDIS_URL' => $why];
        }
        try {
            new RedisUrl($settings->redis);
        } catch (InvalidArgumentException $refused) {
            $problems['REDIS_URL'] = $refused->getMessage();
        }

        return $problems;
    }

    private function server(Settings $settings, Log $log): ChatServer
    {
        $artisan = [PHP_BINARY, base_path('artisan')];

        return new ChatServer(
            $settings, $log,
            static fn (LoopInterface $loop): AsyncStore => new StoringProcess(
                $loop, $log->repeatable(...), [...$artisan, 'websockets:store'],
            ),
            config('lab.on')
                ? fn (ChatServer $server): array => $this->labRoutes($server, $settings, $log, $artisan)
                : null,
        );
    }

    /**
     * @param  list<string>  $artisan
     * @return array<string, Closure>
     */
    private function labRoutes(ChatServer $server, Settings $settings, Log $log, array $artisan): array
    {
        $calls = new LabCalls(
            $server->loop, $settings->app->origins,
            new SlowQueries($server->loop, $log, [...$artisan, 'websockets:slow-queries']),
            $server->chat->figures->failed(...), Contract::load()->lab('waitingMax'),
        );

        return [LabCalls::PATH => $calls->handle(...)];
    }
}
