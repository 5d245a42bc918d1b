<?php

declare(strict_types=1);

namespace App;

use App\Http\MetricsText;
use Illuminate\Cache\ApcStore;
use Illuminate\Cache\ApcWrapper;
use Illuminate\Contracts\Http\Kernel;
use Illuminate\Database\MySqlConnection;
use Illuminate\Foundation\Application;
use Illuminate\Http\Request;
use PDO;
use Throwable;

/** Loads the classes that requests need, by making one request of each kind. Nothing stays of it but the classes. */
final class Preload
{
    /** @var array<string, string> of the visitor who makes the requests */
    private array $cookies = [];

    private function __construct(private readonly Application $app)
    {
    }

    /** @param  string  $bootstrap the path of bootstrap/app.php */
    public static function run(string $bootstrap): void
    {
        try {
            (new self(require $bootstrap))->visit();
        } catch (Throwable $fault) {
            // Without its classes php-fpm is slower and right; with an exception here it would not start at all.
            error_log('preload: '.$fault->getMessage());
        }
    }

    private function visit(): void
    {
        $this->app->make(Kernel::class)->bootstrap();
        // A store in memory and no loop: preloading touches neither the database nor the sockets.
        config([
            'database.default' => 'sqlite',
            'database.connections.sqlite.database' => ':memory:',
            'database.connections.sqlite.options' => [],
            'chat.socket_server' => 'loop',
            'broadcasting.loops' => ['/nonexistent'],
            'hashing.bcrypt.rounds' => 4,
            'cache.default' => 'array', // in APCu these calls would count for all workers
            'logging.default' => 'null',
            'chat.data' => '/nonexistent',
        ]);
        $this->app->make('migration.repository')->createRepository();
        $this->app->make('migrator')->run(database_path('migrations'));

        $this->call('POST', '/login', '{"login":"preload","password":"preload"}');
        $this->call('GET', '/me');
        $this->call('POST', '/messages', '{"text":"preload","clientId":"preload"}');
        $this->call('PATCH', '/messages/1', '{"text":"preloaded"}');
        $this->call('DELETE', '/messages/1');
        $this->call('GET', '/messages');
        $this->call('GET', '/messages?text=preload');
        $this->call('GET', '/messages?changedAfter=0');
        $this->call('GET', '/online');
        $this->call('POST', '/broadcasting/auth', '', ['socket_id' => '1.1', 'channel_name' => 'presence-chat']);
        $this->call('POST', '/logout');
        foreach (['/', '/config', '/empty', '/health', '/nowhere'] as $path) {
            $this->call('GET', $path);
        }
        // No call: php-fpm has no workers to count yet, and APCu is not in use here.
        array_map(class_exists(...), [MetricsText::class, ApcStore::class, ApcWrapper::class]);
        // The other store: a connection that is made and never used.
        (new MySqlConnection(new PDO('sqlite::memory:')))->table('messages')->where('id', 0)->toSql();
        $this->app->make('db.connector.mysql');
    }

    /** @param  array<string, string>  $form */
    private function call(string $method, string $path, string $body = '', array $form = []): void
    {
        $server = [
            'REQUEST_METHOD' => $method, 'REQUEST_URI' => $path, 'HTTP_HOST' => 'localhost',
            'REMOTE_ADDR' => '127.0.0.1',
            'CONTENT_TYPE' => $form === [] ? 'application/json' : 'application/x-www-form-urlencoded',
        ];
        $request = new Request([], $form, [], $this->cookies, [], $server, $body);
        $kernel = $this->app->make(Kernel::class);
        $response = $kernel->handle($request);
        $kernel->terminate($request, $response);
        foreach ($response->headers->getCookies() as $cookie) {
            $this->cookies[$cookie->getName()] = (string) $cookie->getValue();
        }
    }
}
