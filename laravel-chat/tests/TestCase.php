<?php

declare(strict_types=1);

namespace Tests;

use App\Broadcasting\LoopBroadcaster;
use GuzzleHttp\HandlerStack;
use Illuminate\Broadcasting\BroadcastManager;
use Illuminate\Contracts\Broadcasting\Broadcaster;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Testing\RefreshDatabase;
use Illuminate\Foundation\Testing\TestCase as LaravelTestCase;
use Illuminate\Support\Facades\Broadcast;

/** A fresh, empty chat in memory for each test. Its loop is at a port where nobody listens, unless a FakeLoop is started. */
abstract class TestCase extends LaravelTestCase
{
    use RefreshDatabase;

    public function createApplication(): Application
    {
        /** @var Application $app */
        $app = require dirname(__DIR__).'/bootstrap/app.php';
        $app->make(Kernel::class)->bootstrap();
        config([
            // In memory, whatever the environment says: no test ever empties a real store.
            'database.default' => 'sqlite',
            'database.connections.sqlite' => ['database' => ':memory:', 'options' => []] + config('database.connections.sqlite'),
            'broadcasting.connections.loop.sockets' => ['/nowhere'],
            'broadcasting.connections.pusher.options' => ['host' => '127.0.0.1', 'port' => 9, 'scheme' => 'http'], // discard
            'chat.data' => sys_get_temp_dir().'/laravel-chat-test-'.getmypid(),
        ]);
        if (! is_dir(config('chat.data'))) {
            mkdir(config('chat.data'));
        }

        return $app;
    }

    protected function client(): Client
    {
        return new Client($this->app);
    }

    /**
     * @param  array<string, string>  $answers bodies by path
     * @param  int  $status of each answer
     */
    protected function fakeLoop(array $answers = [], int $status = 200): FakeLoop
    {
        $loop = new FakeLoop($answers, $status);
        config(['broadcasting.connections.pusher.client_options.handler' => HandlerStack::create($loop)]);
        $this->forgetBroadcasters();
        Broadcast::extend('loop', fn (Application $app, array $config) => new LoopBroadcaster($loop, fn () => Broadcast::pusher($config)));

        return $loop;
    }

    /** Call it after a change of config/broadcasting.php. */
    protected function forgetBroadcasters(): void
    {
        $this->app->forgetInstance(BroadcastManager::class);
        $this->app->forgetInstance(Broadcaster::class);
        Broadcast::clearResolvedInstances();
    }

    /** Somebody who is logged in. */
    protected function member(string $login = 'ann', string $password = 'secret'): Client
    {
        $client = $this->client();
        $client->post('/login', ['login' => $login, 'password' => $password]);

        return $client;
    }
}
