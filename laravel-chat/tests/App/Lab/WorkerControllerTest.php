<?php

declare(strict_types=1);

namespace Tests\App\Lab;

use GuzzleHttp\Exception\TransferException;
use Illuminate\Http\Client\Request;
use Illuminate\Support\Facades\Http;
use Tests\TestCase;

/** Lab calls in a worker; contract/features/lab.test.js tests both places. */
final class WorkerControllerTest extends TestCase
{
    public function test_lab_calls_from_other_machines_are_refused_on_every_path_and_whatever_a_proxy_says(): void
    {
        $this->allow();
        foreach (['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'] as $address) {
            $this->client()->post('/lab/worker/wait', ['ms' => 1], ['REMOTE_ADDR' => $address])->assertStatus(200);
        }
        foreach (['192.168.1.7', '2001:db8::1', '::ffff:10.0.0.1', '::127.0.0.1', '::11', ''] as $address) {
            $from = ['REMOTE_ADDR' => $address, 'X-Forwarded-For' => '127.0.0.1', 'Content-Type' => 'application/json'];
            $this->client()->post('/lab/worker/wait/', ['ms' => 1], $from)->assertError(403, 'lab_not_allowed');
        }
    }

    public function test_a_slow_query_uses_the_connection_of_the_chat_and_does_not_change_it(): void
    {
        $this->allow();
        $answer = $this->client()->post('/lab/worker/query', ['ms' => 20])->assertStatus(200);
        $this->assertSame('PDO, SQLite', $answer->json('by'));
        $this->assertGreaterThanOrEqual(20, $answer->json('ms'));
        $this->member()->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(201);
    }

    public function test_an_outbound_call_without_a_server_to_call_is_lab_unavailable(): void
    {
        $this->allow();
        $this->client()->post('/lab/worker/call', ['ms' => 1])->assertError(503, 'lab_unavailable');
        config(['lab.call_url' => 'http://127.0.0.1:9/']); // discard
        $this->client()->post('/lab/worker/call', ['ms' => 1])->assertError(503, 'lab_unavailable');
        Http::fake(fn (Request $request) => throw new TransferException('an empty reply', $request->toPsrRequest()));
        $this->client()->post('/lab/worker/call', ['ms' => 1])->assertError(503, 'lab_unavailable');
    }

    public function test_a_slow_query_without_its_database_is_lab_unavailable(): void
    {
        $this->allow();
        config(['database.default' => 'mysql', 'database.connections.mysql.port' => 9]);
        $this->client()->post('/lab/worker/query', ['ms' => 1])->assertError(503, 'lab_unavailable');
    }

    private function allow(): void
    {
        require base_path('routes/lab.php');
    }
}
