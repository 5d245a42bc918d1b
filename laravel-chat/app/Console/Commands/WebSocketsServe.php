<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Origins;
use App\SettingRefused;
use App\WholeNumber;
use Illuminate\Console\Command;
use Illuminate\Support\Str;
use React\EventLoop\LoopInterface;
use React\EventLoop\StreamSelectLoop;
use ReactEpoll\Epoll;
use ReactEpoll\EpollLoop;
use ReactEpoll\LoopFailed;
use RuntimeException;
use WebSockets\ChatServer;
use WebSockets\Lab\LabCalls;
use WebSockets\Log;
use WebSockets\Pusher\PusherApp;
use WebSockets\Services;
use WebSockets\Settings;
use WebSockets\Store\StoreClient;

/** Runs the chat on the WebSocket event loop. */
final class WebSocketsServe extends Command
{
    private const SELECT_DESCRIPTORS = 1024;

    protected $signature = 'websockets:serve
        {--host=* : Address to listen on; more than one may be given}
        {--port= : Port to listen on}
        {--number=1 : Which of the sockets in CHAT_API_SOCKET it listens on}
        {--select : Use stream_select, which ends at 1,024 descriptors, in place of epoll}';

    protected $description = 'Serve WebSockets (Pusher protocol 7)';

    public function handle(): int
    {
        $log = new Log(STDOUT);
        try {
            $settings = $this->settings();
            // Laravel turns warnings into exceptions. The loop reads what calls return instead: an exception for each
            // refused write would be slow.
            set_error_handler(null);
            $this->server($settings, $log)->run();
        } catch (RuntimeException $fault) {
            $log->write($fault instanceof LoopFailed ? 'failed' : 'refused', ['why' => $fault->getMessage()]);

            return self::FAILURE;
        }

        return self::SUCCESS;
    }

    /** @throws SettingRefused */
    private function settings(): Settings
    {
        /** @var list<string> $hosts */
        $hosts = $this->option('host');
        ['key' => $key, 'secret' => $secret, 'app_id' => $id, 'sockets' => $sockets, 'redis' => $redis]
            = config('broadcasting.connections.loop');
        $api = $this->apiSocket($sockets);
        $needed = ['PUSHER_APP_KEY' => $key, 'PUSHER_APP_SECRET' => $secret, 'CHAT_API_SOCKET' => $api];
        foreach ($needed as $name => $value) {
            if ($value === '') {
                throw new SettingRefused("{$name} is empty: set it in the environment");
            }
        }
        if ($redis !== null && config('database.default') === 'sqlite') {
            throw new SettingRefused(
                'REDIS_URL is for several processes, and SQLite serves one: set DB_CONNECTION=mysql and DB_HOST',
            );
        }

        return new Settings(
            $hosts === [] ? [config('chat.host')] : $hosts,
            WholeNumber::of('--port', $this->option('port'), config('chat.socket_port'), 0, 65535),
            $api,
            new PusherApp($key, $secret, new Origins(config('chat.origins'))),
            config('chat.rate_limits'),
            config('lab.message_window'),
            redis: $redis,
            name: (string) $id,
        );
    }

    /**
     * @param  list<string>  $sockets
     * @return string the unix socket that --number chooses
     *
     * @throws SettingRefused
     */
    private function apiSocket(array $sockets): string
    {
        $number = WholeNumber::of('--number', $this->option('number'), 1, 1, 999);
        $count = count($sockets);

        return $sockets[$number - 1] ?? throw new SettingRefused(
            "--number={$number}: CHAT_API_SOCKET names {$count} ".Str::plural('socket', $count),
        );
    }

    private function server(Settings $settings, Log $log): ChatServer
    {
        $loop = $this->loop();
        $store = new StoreClient($loop, $log, [PHP_BINARY, base_path('artisan'), 'websockets:store']);
        $services = new Services($settings, $loop, $this->descriptorLimit(), $log, $store);
        $routes = config('lab.on') ? (new LabCalls($loop, $settings->app->origins))->routes() : [];

        return new ChatServer($settings, $services, $log, $routes);
    }

    /** @throws SettingRefused */
    private function loop(): LoopInterface
    {
        if ($this->option('select')) {
            return new StreamSelectLoop;
        }
        $why = Epoll::unavailable();

        return $why === null ? new EpollLoop
            : throw new SettingRefused("{$why}: change that, or add --select, for fewer than 1,024 descriptors");
    }

    /** Descriptors that this process may hold and its loop watches. The soft limit is raised to the hard one first. */
    private function descriptorLimit(): int
    {
        ['soft openfiles' => $soft, 'hard openfiles' => $hard] = (array) posix_getrlimit();
        $hard = is_numeric($hard) ? (int) $hard : 1_048_576;
        $limit = posix_setrlimit(POSIX_RLIMIT_NOFILE, $hard, $hard) || ! is_numeric($soft) ? $hard : (int) $soft;

        return $this->option('select') ? min(self::SELECT_DESCRIPTORS, $limit) : $limit;
    }
}
