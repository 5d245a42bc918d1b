<?php

declare(strict_types=1);

namespace App\Console\Commands;

use App\Chat\Contract;
use Illuminate\Console\Command;
use InvalidArgumentException;
use RuntimeException;
use WebSockets\ChatServer;
use WebSockets\Log;
use WebSockets\Pusher\App;
use WebSockets\Pusher\Apps;
use WebSockets\Pusher\Settings;
use WebSockets\Server\Address;
use WebSockets\ServeSettings;
use WebSockets\WebSocket\ByteRates;

/** The WebSocket event loop: a Pusher server that stores and delivers the chat. */
final class WebSocketsServe extends Command
{
    protected $signature = 'websockets:serve
        {--host= : Address to listen on}
        {--port= : Port to listen on}
        {--select : Use stream_select though a better event loop is there}';

    protected $description = 'Serve the chat over WebSockets (Pusher protocol 7)';

    public function handle(): int
    {
        $log = new Log(STDOUT);
        try {
            $settings = $this->settings();
        } catch (InvalidArgumentException $misspelt) {
            $log->write('refused', ['what' => 'CHAT_API_ADDRESS', 'why' => $misspelt->getMessage()]);

            return self::FAILURE;
        }
        $problems = $settings->problems();
        foreach ($problems as $what => $why) {
            $log->write('refused', ['what' => $what, 'why' => $why]);
        }
        if ($problems !== []) {
            return self::FAILURE;
        }
        // Laravel turns warnings into exceptions; the loop reads what calls return, and must not pay for every refused write.
        set_error_handler(null);
        try {
            ChatServer::make($settings, $log)->run();
        } catch (RuntimeException $refused) {
            $log->write('refused', ['why' => $refused->getMessage()]);

            return self::FAILURE;
        }

        return self::SUCCESS;
    }

    private function settings(): ServeSettings
    {
        $config = config('websockets');
        $contract = Contract::load();
        $origins = array_values(array_filter($config['allowed_origins'] ?? []));

        return new ServeSettings(
            host: (string) ($this->option('host') ?? $config['host']),
            port: (int) ($this->option('port') ?? $config['dashboard']['port']),
            apps: new Apps(array_map(fn (array $app): App => App::fromConfig($this->withApiKeys($app), $origins), array_values($config['apps']))),
            pusher: new Settings(
                activityTimeout: (int) $config['activity_timeout'],
                pongTimeout: (int) $config['pong_timeout'],
                clientEventsPerSecond: config('chat.rate_limits') ? (float) $config['client_events_per_second'] : 0.0,
                maxMessageBytes: (int) $config['max_message_bytes'],
                maxMessageMembers: (int) $contract->limit('jsonMaxMembers'),
                joinSeconds: $config['anonymous_clients'] ? 0 : (int) $contract->limit('joinSeconds'),
                maxPresenceMembers: (int) $config['max_presence_members'],
                byteRates: config('chat.rate_limits') ? self::byteRates($contract, mustJoin: ! $config['anonymous_clients']) : null,
            ),
            api: Address::fromText((string) $config['api']['address']),
            // Where the loop may use FFI the storing process must too: the loop then counts on it to close the sockets it inherits.
            storeCommand: [PHP_BINARY, '-d', 'ffi.enable='.ini_get('ffi.enable'), base_path('artisan'), 'websockets:store'],
            maxRequestBytes: (int) $config['max_request_size_in_kb'] * 1024,
            tls: array_filter([
                'local_cert' => $config['ssl']['local_cert'] ?? null,
                'local_pk' => $config['ssl']['local_pk'] ?? null,
                'passphrase' => $config['ssl']['passphrase'] ?? null,
            ]),
            rateLimits: (bool) config('chat.rate_limits'),
            maxConnections: $config['max_connections'],
            forceSelect: (bool) $this->option('select'),
            gathering: $config['gathering'],
            apiOnSocketPort: (bool) $config['api']['on_socket_port'],
        );
    }

    private static function byteRates(Contract $contract, bool $mustJoin): ByteRates
    {
        return new ByteRates(
            perSecond: $contract->limit('socketBytesPerSecond'),
            burst: $contract->limit('socketBytesBurst'),
            frame: $contract->limit('socketFrameBytes'),
            refused: $contract->limit('refusedMessageBytes'),
            unjoinedBurst: $mustJoin ? $contract->limit('unjoinedBytesBurst') : null,
            unjoinedSeconds: $contract->limit('joinSeconds'),
        );
    }

    /**
     * @param  array<string, mixed>  $app  one of config websockets.apps
     * @return array<string, mixed>
     */
    private function withApiKeys(array $app): array
    {
        if (! config('websockets.api.on_socket_port') || isset($app['api_key']) || isset($app['api_secret'])) {
            return $app;
        }

        return ['api_key' => $app['key'] ?? null, 'api_secret' => $app['secret'] ?? null] + $app;
    }
}
