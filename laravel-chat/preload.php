<?php

declare(strict_types=1);

// opcache.preload: php-fpm runs this once at its start, and keeps every class that it loads for all requests. README.md
// says what that saves. Calls of each kind, on a store in memory, load the classes; three are named because no call
// reaches them.

use App\Http\MetricsText;
use App\SettingRefused;
use Illuminate\Cache\ApcStore;
use Illuminate\Cache\ApcWrapper;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Database\MySqlConnection;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;

require_once __DIR__.'/vendor/autoload.php';

if (! extension_loaded('apcu') || ! apcu_enabled()) {
    throw new SettingRefused(
        'laravel-chat cannot start: its workers share counts in APCu. Install php-apcu and leave apc.enabled on.',
    );
}

$visit = static function (Application $app): void {
    $kernel = $app->make(Kernel::class);
    $kernel->bootstrap();
    // The calls reach neither the database nor the sockets, and count nothing in APCu.
    config([
        'database.default' => 'sqlite',
        'database.connections.sqlite.database' => ':memory:',
        'database.connections.sqlite.options' => [],
        'broadcasting.default' => 'loop',
        'broadcasting.connections.loop.sockets' => ['/nonexistent'],
        'hashing.bcrypt.rounds' => 4,
        'cache.default' => 'array',
        'logging.default' => 'none',
        'chat.data' => '/nonexistent',
    ]);
    $app->make('migration.repository')->createRepository();
    $app->make('migrator')->run(database_path('migrations'));

    $cookies = [];
    $call = static function (string $method, string $path, string $body = '', array $form = []) use (
        $kernel, &$cookies,
    ): void {
        $request = new Request([], $form, [], $cookies, [], [
            'REQUEST_METHOD' => $method, 'REQUEST_URI' => $path, 'HTTP_HOST' => 'localhost',
            'REMOTE_ADDR' => '127.0.0.1',
            'CONTENT_TYPE' => $form === [] ? 'application/json' : 'application/x-www-form-urlencoded',
        ], $body);
        $response = $kernel->handle($request);
        $kernel->terminate($request, $response);
        foreach ($response->headers->getCookies() as $cookie) {
            $cookies[$cookie->getName()] = (string) $cookie->getValue();
        }
    };
    $call('POST', '/login', '{"login":"preload","password":"preload"}');
    $call('POST', '/messages', '{"text":"preload","clientId":"preload"}');
    $call('PATCH', '/messages/1', '{"text":"preloaded"}');
    $call('DELETE', '/messages/1');
    $call('POST', '/broadcasting/auth', '', ['socket_id' => '1.1', 'channel_name' => 'presence-chat']);
    foreach (['/me', '/messages', '/messages?text=preload', '/messages?changedAfter=0', '/online'] as $path) {
        $call('GET', $path);
    }
    $call('POST', '/logout');
    foreach (['/', '/config', '/empty', '/health', '/nowhere'] as $path) {
        $call('GET', $path);
    }
    // php-fpm has no workers to count yet, and APCu is not in use here.
    array_map(class_exists(...), [MetricsText::class, ApcStore::class, ApcWrapper::class]);
    // The other store: a connection that is made and never used.
    (new MySqlConnection(new PDO('sqlite::memory:')))->table('messages')->where('id', 0)->toSql();
    $app->make('db.connector.mysql');
};
try {
    $visit(require __DIR__.'/bootstrap/app.php');
} catch (Throwable $fault) {
    // Without these classes php-fpm is slower and right; after an exception it would not start at all.
    error_log('preload: '.$fault->getMessage());
}
