<?php

declare(strict_types=1);

namespace Tests;

use App\Broadcasting\PusherApi;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Testing\RefreshDatabase;
use Illuminate\Foundation\Testing\TestCase as LaravelTestCase;

/** A fresh, empty chat in memory for each test. Its loop is at a port where nobody listens, unless a FakeLoop is started. */
abstract class TestCase extends LaravelTestCase
{
    use RefreshDatabase;

    public function createApplication(): Application
    {
        /** @var Application $app */
        $app = require dirname(__DIR__).'/bootstrap/app.php';
        $app->make(Kernel::class)->bootstrap();
        // Not from the environment, so that no test ever empties a real store.
        config([
            'database.default' => 'sqlite',
            'database.connections.sqlite.database' => ':memory:',
            'broadcasting.connections.pusher-http.port' => 9, // discard
            'chat.data' => sys_get_temp_dir().'/laravel-chat-test-'.getmypid(),
        ]);
        is_dir(config('chat.data')) || mkdir(config('chat.data'));
        @unlink(config('chat.data').'/workers.json');

        return $app;
    }

    protected function client(): Client
    {
        return new Client($this->app);
    }

    /** @param  array<string, string>  $answers bodies by path */
    protected function fakeLoop(array $answers = []): FakeLoop
    {
        $loop = new FakeLoop($answers);
        config(['broadcasting.connections.pusher-http.port' => $loop->port]);
        $this->app->forgetInstance(PusherApi::class);

        return $loop;
    }

    /** Somebody who is logged in. */
    protected function member(string $login = 'ann', string $password = 'secret'): Client
    {
        $client = $this->client();
        $client->post('/login', ['login' => $login, 'password' => $password]);

        return $client;
    }
}
