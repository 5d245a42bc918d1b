<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Logging\OnceASecond;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Facades\Schema;
use Tests\TestCase;

/** What is said, and what it costs, while the store is away. */
final class OutageTest extends TestCase
{
    private string $log;

    protected function setUp(): void
    {
        parent::setUp();
        DB::getDriverName() === 'sqlite' || $this->markTestSkipped('These break a SQLite store.');
        $folder = config('chat.data');
        $this->log = "{$folder}/log";
        array_map(unlink(...), array_filter([$this->log, "{$folder}/said.json", "{$folder}/insert-failed"], is_file(...)));
        config(['logging.default' => 'file', 'logging.channels.file' => [
            'driver' => 'monolog', 'level' => 'warning', 'handler' => OnceASecond::class, 'with' => ['stream' => $this->log, 'file' => "{$folder}/said.json"],
        ]]);
        Log::forgetChannel('file');
    }

    public function test_an_outage_is_logged_once_a_second_with_the_number_left_out_and_nobodys_session(): void
    {
        $ann = $this->member();
        $session = (string) DB::table('sessions')->value('id');
        Schema::drop('sessions');
        $began = time();
        for ($i = 0; $i < 20; $i++) {
            $ann->get('/me')->fails(503, 'store_unavailable');
        }
        $seconds = time() - $began + 1;
        $lines = $this->lines();
        $this->assertLessThanOrEqual($seconds, count($lines));
        $this->assertStringContainsString('The store is away.', $lines[0]);
        $this->assertStringContainsString('no such table', $lines[0]);

        sleep(1);
        $ann->get('/me')->fails(503, 'store_unavailable');
        $this->assertStringContainsString('"leftOut":', implode('', $this->lines()));
        $this->assertStringNotContainsString($session, implode('', $this->lines()));
    }

    public function test_a_fault_of_a_statement_is_logged_without_its_values(): void
    {
        DB::unprepared("create trigger refuse before insert on users begin select raise(abort, 'no'); end");
        $this->client()->post('/login', ['login' => 'grace', 'password' => 'very secret'])->fails(500, 'internal');

        $log = implode('', $this->lines());
        $this->assertStringContainsString('insert into \"users\"', $log);
        foreach (['$2y$', 'grace', 'very secret'] as $value) {
            $this->assertStringNotContainsString($value, $log);
        }
    }

    public function test_a_store_that_answers_and_takes_nothing_is_told_by_health(): void
    {
        $loop = $this->fakeLoop();
        $this->client()->get('/health')->is(200);
        DB::unprepared('pragma query_only = 1');
        $store = $this->client()->get('/health')->is(503)->json('parts.store');
        DB::unprepared('pragma query_only = 0');
        $this->client()->get('/health')->is(200);
        $loop->stop();

        $this->assertSame('messages cannot be stored', $store);
    }

    public function test_a_failed_insert_is_told_by_health_until_one_goes_well(): void
    {
        $this->storeInAFile();
        $loop = $this->fakeLoop();
        $ann = $this->member();
        Schema::rename('messages', 'gone');
        $ann->post('/messages', ['text' => 'a', 'clientId' => 'a'])->fails(503, 'store_unavailable');
        $this->assertSame('messages cannot be stored', $ann->get('/health')->is(503)->json('parts.store'));
        Schema::rename('gone', 'messages');
        $ann->post('/messages', ['text' => 'a', 'clientId' => 'a'])->is(201);
        $ann->get('/health')->is(200);
        $loop->stop();
    }

    /** A connection that failed is let go of, and what is in memory goes with it. */
    private function storeInAFile(): void
    {
        $file = config('chat.data').'/outage.sqlite';
        array_map(unlink(...), glob("{$file}*") ?: []);
        touch($file);
        config(['database.connections.sqlite.database' => $file]);
        DB::purge();
        $this->artisan('migrate', ['--force' => true]);
    }

    /** @return list<string> */
    private function lines(): array
    {
        return is_file($this->log) ? array_values(array_filter(explode("\n", (string) file_get_contents($this->log)))) : [];
    }
}
