<?php

declare(strict_types=1);

namespace ChannelServer\Tests\Laravel;

use ChannelServer\Laravel\ServerConfig;
use ChannelServer\Laravel\WithoutMeaning;
use ChannelServer\Pusher\App;
use Illuminate\Container\Container;
use Illuminate\Foundation\Application;
use PHPUnit\Framework\TestCase;

/** What config/websockets.php says, a file of laravel-websockets 1.14 among them. */
final class ConfigTest extends TestCase
{
    // As laravel-websockets 1.14 has it, with two apps.
    private const OF_LARAVEL_WEBSOCKETS = [
        'dashboard' => ['port' => 6001],
        'apps' => [
            ['id' => 1234, 'name' => 'one', 'key' => 'key', 'secret' => 'secret', 'path' => null, 'capacity' => null, 'enable_client_messages' => false, 'enable_statistics' => true],
            ['id' => '5678', 'name' => 'two', 'host' => 'two.example', 'key' => 'key2', 'secret' => 'secret2', 'path' => '/two/', 'capacity' => '50', 'enable_client_messages' => true, 'enable_statistics' => false],
        ],
        'app_provider' => 'BeyondCode\LaravelWebSockets\Apps\ConfigAppProvider',
        'allowed_origins' => ['good.example', ''],
        'max_request_size_in_kb' => 100,
        'path' => 'laravel-websockets',
        'middleware' => ['web', 'BeyondCode\LaravelWebSockets\Dashboard\Http\Middleware\Authorize'],
        'statistics' => ['model' => 'BeyondCode\LaravelWebSockets\Statistics\Models\WebSocketsStatisticsEntry', 'interval_in_seconds' => 60, 'delete_statistics_older_than_days' => 60, 'perform_dns_lookup' => false],
        'ssl' => ['local_cert' => null, 'local_pk' => null, 'passphrase' => null],
        'channel_manager' => 'BeyondCode\LaravelWebSockets\WebSockets\Channels\ChannelManagers\ArrayChannelManager',
    ];

    protected function setUp(): void
    {
        Container::setInstance(new Application('/app'));
    }

    protected function tearDown(): void
    {
        Container::setInstance(null);
    }

    public function test_a_file_of_laravel_websockets_works_as_it_is(): void
    {
        $settings = (new ServerConfig(self::OF_LARAVEL_WEBSOCKETS + $this->defaults()))->settings();
        $this->assertSame([], $settings->problems());
        $this->assertSame(['0.0.0.0', 6001, 102_400, [], null], [$settings->host, $settings->port, $settings->maxRequestBytes, $settings->tls, $settings->maxConnections]);
        [$one, $two] = $settings->apps->apps;
        $this->assertSame(['1234', 'key', 'secret', '', null, false], [$one->id, $one->key, $one->secret, $one->path, $one->capacity, $one->clientMessages]);
        $this->assertSame(['5678', 'two', 50, true], [$two->id, $two->path, $two->capacity, $two->clientMessages]);
        // Its API is on the sockets' port, signed with the one pair of keys there is.
        $this->assertSame([true, 'key', 'secret'], [$settings->apiOnSocketPort, $one->apiKey, $one->apiSecret]);
        $this->assertSame('unix:/app/storage/framework/websockets.sock', (string) $settings->api);
        // When it restarts its clients wait a second before they come back.
        $this->assertSame(4101, $settings->pusher->shutdownCode);
        // Its clients of public channels need no signature.
        $this->assertSame(0, $settings->pusher->joinSeconds);
    }

    public function test_an_app_has_its_own_origins_or_those_of_all(): void
    {
        $config = self::OF_LARAVEL_WEBSOCKETS;
        $config['apps'][1]['allowed_origins'] = ['https://two.example'];
        $allows = static fn (App $app): array => array_map($app->allowsOrigin(...), ['http://good.example', 'https://two.example', null]);
        [$one, $two] = (new ServerConfig($config + $this->defaults()))->settings()->apps->apps;
        $this->assertSame([[true, false, true], [false, true, true]], [$allows($one), $allows($two)]);
        $config['apps'][1]['allowed_origins'] = [];
        $this->assertSame([true, true, true], $allows((new ServerConfig($config + $this->defaults()))->settings()->apps->apps[1]));
    }

    public function test_an_app_has_limits_of_its_own_or_those_of_all(): void
    {
        $config = self::OF_LARAVEL_WEBSOCKETS + ['max_presence_members' => 30] + $this->defaults();
        $config['apps'][1] += ['max_presence_members' => 5, 'join_seconds' => 7];
        $settings = (new ServerConfig($config))->settings();
        [$one, $two] = $settings->apps->apps;
        $this->assertNull($one->settings);
        $this->assertSame([30, 0], [$settings->pusher->maxPresenceMembers, $settings->pusher->joinSeconds]);
        $this->assertSame([5, 7, 120], [$two->settings?->maxPresenceMembers, $two->settings?->joinSeconds, $two->settings?->activityTimeout]);
        $this->assertSame([], array_filter(WithoutMeaning::of($config, $this->defaults()), fn (string $setting): bool => str_contains($setting, 'presence'), ARRAY_FILTER_USE_KEY));
    }

    public function test_what_has_no_meaning_any_more_or_is_misspelt_is_named(): void
    {
        $named = WithoutMeaning::of(self::OF_LARAVEL_WEBSOCKETS + ['max_conections' => 5, 'api' => ['adress' => 'x']] + $this->defaults(), $this->defaults());
        $this->assertSame(
            ['app_provider', 'path', 'middleware', 'statistics', 'channel_manager', 'max_conections', 'apps.*.enable_statistics', 'apps.*.host', 'api.adress'],
            array_keys($named),
        );
        $this->assertSame('is not known here', $named['max_conections']);
        $this->assertSame([], WithoutMeaning::of($this->defaults(), $this->defaults()));
    }

    public function test_an_app_with_keys_of_its_own_for_the_api_takes_calls_signed_with_them_alone(): void
    {
        $config = self::OF_LARAVEL_WEBSOCKETS;
        $config['apps'][0] += ['api_key' => 'api', 'api_secret' => 'hidden'];
        $app = (new ServerConfig($config + $this->defaults()))->settings()->apps->apps[0];
        $this->assertSame(['api', 'hidden'], [$app->apiKey, $app->apiSecret]);
    }

    public function test_where_the_api_is_on_its_own_address_alone_an_app_needs_keys_for_it(): void
    {
        $config = ['api' => ['address' => '127.0.0.1:6002', 'on_socket_port' => false]] + self::OF_LARAVEL_WEBSOCKETS + $this->defaults();
        $settings = (new ServerConfig($config))->settings();
        $this->assertArrayHasKey('websockets.apps.0.api_secret', $settings->problems());
        $config['apps'][0] += ['api_key' => 'key', 'api_secret' => 'secret'];
        $this->assertStringContainsString('must not sign calls', (new ServerConfig($config))->settings()->problems()['websockets.apps.0.api_secret']);
    }

    public function test_two_apps_of_one_id_or_key_are_refused_and_so_is_none(): void
    {
        $config = self::OF_LARAVEL_WEBSOCKETS + $this->defaults();
        $config['apps'][1]['id'] = '1234';
        $config['apps'][1]['key'] = 'key';
        $problems = (new ServerConfig($config))->settings()->problems();
        $this->assertSame(['websockets.apps.1.id', 'websockets.apps.1.key'], array_keys($problems));
        $this->assertSame(['websockets.apps'], array_keys((new ServerConfig(['apps' => []] + $config))->settings()->problems()));
    }

    public function test_all_of_phps_ssl_options_are_taken_where_there_is_a_certificate(): void
    {
        $with = fn (array $ssl): array => (new ServerConfig(['ssl' => $ssl] + self::OF_LARAVEL_WEBSOCKETS + $this->defaults()))->settings()->tls;
        $this->assertSame(['local_cert' => '/cert', 'verify_peer' => false], $with(['local_cert' => '/cert', 'local_pk' => null, 'passphrase' => '', 'verify_peer' => false]));
        $this->assertSame([], $with(['verify_peer' => false]));
    }

    public function test_what_is_typed_goes_before_what_is_written(): void
    {
        $settings = (new ServerConfig(self::OF_LARAVEL_WEBSOCKETS + $this->defaults()))->settings('127.0.0.1', 7001);
        $this->assertSame(['127.0.0.1', 7001], [$settings->host, $settings->port]);
    }

    /** @return array<string, mixed> */
    private function defaults(): array
    {
        return require dirname(__DIR__, 2).'/config/websockets.php';
    }
}
