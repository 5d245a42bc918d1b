<?php

declare(strict_types=1);

namespace Tests\App\Store;

use App\Chat\MessageStore;
use App\Chat\NewMessage;
use App\ChatError;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Schema;
use Monolog\Handler\StreamHandler;
use PDO;
use Tests\Processes\Php;
use Tests\TestCase;

/** Answers and log lines while the store is away. */
final class OutageTest extends TestCase
{
    private string $log;

    protected function setUp(): void
    {
        parent::setUp();
        $this->log = config('chat.data').'/log';
        @unlink($this->log);
        config(['logging.default' => 'file', 'logging.channels.file' => [
            'driver' => 'monolog', 'level' => 'warning', 'handler' => StreamHandler::class, 'with' => ['stream' => $this->log],
        ]]);
        Log::forgetChannel('file');
    }

    public function test_an_outage_is_logged_without_the_session(): void
    {
        $ann = $this->member();
        $session = (string) DB::table('sessions')->value('id');
        Schema::drop('sessions');
        $ann->get('/me')->assertError(503, 'store_unavailable');

        $log = (string) file_get_contents($this->log);
        $this->assertStringContainsString('The store is away.', $log);
        $this->assertStringContainsString('no such table', $log);
        $this->assertStringNotContainsString($session, $log);
    }

    public function test_an_error_of_a_statement_is_logged_without_its_values(): void
    {
        DB::unprepared("create trigger refuse before insert on users begin select raise(abort, 'no'); end");
        $this->client()->post('/login', ['login' => 'grace', 'password' => 'very secret'])->assertError(500, 'internal');

        $log = (string) file_get_contents($this->log);
        $this->assertStringContainsString('insert into \"users\"', $log);
        foreach (['$2y$', 'grace', 'very secret'] as $value) {
            $this->assertStringNotContainsString($value, $log);
        }
    }

    public function test_a_login_whose_session_cannot_be_stored_leaves_the_one_that_the_client_has(): void
    {
        $this->fakeLoop();
        $ann = $this->member();
        DB::unprepared("create trigger refuse before insert on sessions begin select raise(abort, 'no'); end");
        $ann->post('/login', ['login' => 'bob', 'password' => 'secret'])->assertError(500, 'internal');
        $ann->get('/me')->assertStatus(200);
    }

    public function test_health_asks_the_database_once_a_second_and_reports_that_it_is_read_only(): void
    {
        $this->fakeLoop();
        $this->freezeTime();
        $this->client()->get('/health')->assertStatus(200);
        DB::unprepared('pragma query_only = 1');
        $this->client()->get('/health')->assertStatus(200);
        $this->travel(2)->seconds();

        $this->assertSame('messages cannot be stored', $this->client()->get('/health')->assertStatus(503)->json('parts.store'));
    }

    public function test_a_connection_that_the_database_refuses_is_tried_once(): void
    {
        config(['database.connections.mysql.host' => '127.0.0.1', 'database.connections.mysql.port' => 9]); // discard

        $this->expectExceptionMessage('The database refuses connections');
        DB::connection('mysql')->getPdo();
    }

    public function test_the_store_waits_for_a_short_lock_and_a_long_lock_is_store_unavailable(): void
    {
        $file = config('chat.data').'/locked.sqlite';
        array_map('unlink', glob("{$file}*") ?: []);
        touch($file);
        touch($held = "{$file}.held");
        $sqlite = ['database' => $file, 'options' => [PDO::ATTR_PERSISTENT => true]] + config('database.connections.sqlite');
        config(['database.default' => 'file', 'database.connections.file' => $sqlite]);
        Artisan::call('migrate', ['--force' => true]);
        DB::table('users')->insert(['id' => 1, 'name' => 'ann', 'password' => 'x', 'key' => 'ann', 'created_at' => '2026-01-01']);
        $append = fn () => $this->app->make(MessageStore::class)->append([new NewMessage('1', 'ann', 'hi', 'c')]);
        // It releases the lock during the store's second try after the file HELD is gone.
        $code = '$db = new PDO("sqlite:$argv[1]"); $db->exec("begin immediate"); echo "locked"; while (file_exists($argv[2])) usleep(1000); usleep(1_900_000);';
        $holder = Php::process(['-r', $code, $file, $held]);
        $holder->start();
        $holder->waitUntil(static fn (string $type, string $said): bool => $said === 'locked');
        try {
            $append();
            $this->fail('a message was stored in spite of the lock');
        } catch (ChatError $away) {
            $this->assertSame('store_unavailable', $away->errorCode);
        } finally {
            unlink($held);
        }

        $this->assertSame(1, $append()[0]->message->id);
    }
}
