<?php

declare(strict_types=1);

namespace Tests\Processes;

use App\Broadcasting\DeferredAnnouncer;
use App\Chat\User;
use App\Http\Controllers\MessagesController;
use App\Store\Messages;
use App\Store\MySqlConnector;
use Illuminate\Database\MySqlConnection;
use PHPUnit\Framework\TestCase;
use Pusher\Pusher;

/** Caches and preload, which only a deployment has. */
final class ProductionTest extends TestCase
{
    public function test_with_config_and_routes_cached_calls_answer_the_same(): void
    {
        $folder = sys_get_temp_dir().'/laravel-chat-caches-'.getmypid();
        mkdir($folder);
        $cached = ['CHAT_DATA' => $folder, 'APP_CONFIG_CACHE' => "{$folder}/config.php", 'APP_ROUTES_CACHE' => "{$folder}/routes.php"];
        $run = fn (array $arguments, array $env): string => Php::process($arguments, $env)->mustRun()->getOutput();
        $calls = ['tests/Processes/call.php', '/config', '/empty', '/nowhere', '/messages'];
        $before = $run($calls, ['CHAT_DATA' => $folder]);
        $run(['artisan', 'config:cache'], $cached);
        $run(['artisan', 'route:cache'], $cached);
        $after = $run($calls, $cached);
        array_map('unlink', glob("{$folder}/*") ?: []);
        rmdir($folder);

        $this->assertStringStartsWith('200 {"name"', $before);
        $this->assertSame($before, $after);
    }

    public function test_with_a_wrong_setting_artisan_prints_the_reason_alone(): void
    {
        foreach (['CHAT_BCRYPT_COST=99: set a whole number from 4 to 15', 'CHAT_SOCKET_SERVER=swoole: set loop or pusher'] as $why) {
            [$name, $value] = explode('=', (string) strtok($why, ':'));
            $php = Php::process(['artisan', 'config:show', 'hashing'], [$name => $value]);
            $this->assertSame(1, $php->run());
            $this->assertSame(['', "laravel-chat cannot start: {$why}\n"], [$php->getOutput(), $php->getErrorOutput()]);
        }
    }

    public function test_preload_loads_the_classes_of_every_call_and_of_both_databases(): void
    {
        if (! extension_loaded('Zend OPcache')) {
            $this->markTestSkipped('This PHP has no opcache.');
        }
        $user = posix_getpwuid(posix_geteuid())['name'] ?? 'root';
        $classes = [MessagesController::class, Messages::class, User::class, DeferredAnnouncer::class, Pusher::class,
            MySqlConnector::class, MySqlConnection::class];
        $php = Php::process(['-d', 'apc.enable_cli=1', '-d', 'opcache.enable_cli=1', '-d', 'opcache.preload=preload.php', '-d', "opcache.preload_user={$user}",
            '-r', 'echo json_encode(array_map(fn ($class) => class_exists($class, false), '.var_export($classes, true).'));']);

        $this->assertSame(json_encode(array_fill(0, count($classes), true)), $php->mustRun()->getOutput());
    }

    public function test_without_apcu_the_workers_do_not_start(): void
    {
        $php = Php::process(['-d', 'apc.enable_cli=0', 'preload.php']);

        $this->assertSame(255, $php->run());
        $this->assertStringContainsString('laravel-chat cannot start: its workers share counts in APCu', $php->getErrorOutput());
    }
}
