<?php

declare(strict_types=1);

namespace Tests\WebSockets\Lab;

use App\Origins;
use PHPUnit\Framework\TestCase;
use Tests\WebSockets\Harness\TestServer;
use WebSockets\Lab\LabCalls;
use WebSockets\Services;

/** Lab calls on the event loop; contract/features/lab.test.js tests both places. */
final class LabCallsTest extends TestCase
{
    private TestServer $server;

    protected function tearDown(): void
    {
        if (isset($this->server)) {
            $this->server->stop();
        }
    }

    public function test_a_client_that_disconnects_before_the_answer_disturbs_no_other(): void
    {
        $this->serve();
        $this->server->peer()->write($this->post('wait', '{"ms":100}'))->hangUp();
        $this->assertStringContainsString('200 OK', $this->server->peer()->write($this->post('wait', '{"ms":200}'))->answer());
    }

    public function test_the_loop_serves_others_while_a_lab_call_waits(): void
    {
        $this->serve();
        $waiting = $this->server->peer()->write($this->post('wait', '{"ms":1000}'));
        $this->server->pass(0.05);
        $this->assertStringContainsString('200 OK', $this->server->peer()->write("GET /health HTTP/1.0\r\n\r\n")->answer());
        $this->assertSame('', $waiting->received);
        $this->assertMatchesRegularExpression('/200 OK.*{"where":"loop","what":"wait","ms":\d{4,}/s', $waiting->answer());
        $waiting->mustEnd();
    }

    public function test_the_server_does_not_start_with_both_lab_calls_and_a_trusted_proxy(): void
    {
        $env = ['PATH' => (string) getenv('PATH'), 'CHAT_LAB' => '1', 'CHAT_TRUST_PROXY' => '1'];
        $process = proc_open(['sh', '-c', 'exec "$0" "$@" 2>&1', PHP_BINARY, 'artisan', 'websockets:serve', '--port=0'], [1 => ['pipe', 'w']], $pipes, dirname(__DIR__, 3), $env);
        $this->assertIsResource($process);
        $said = (string) stream_get_contents($pipes[1]);
        $this->assertSame(1, proc_close($process), $said);
        $this->assertStringContainsString('CHAT_LAB=1 with CHAT_TRUST_PROXY=1', $said);
    }

    private function serve(): void
    {
        $this->server = new TestServer(
            moreRoutes: static fn (Services $services): array => (new LabCalls($services->loop, new Origins))->routes(),
        );
    }

    private function post(string $what, string $body): string
    {
        return "POST /lab/loop/{$what} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ".strlen($body)."\r\n\r\n{$body}";
    }
}
