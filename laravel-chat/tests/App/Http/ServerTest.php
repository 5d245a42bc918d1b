<?php

declare(strict_types=1);

namespace Tests\App\Http;

use App\Providers\AppServiceProvider;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;
use RuntimeException;
use Tests\FakeLoop;
use Tests\TestCase;

final class ServerTest extends TestCase
{
    public function test_the_socket_url_has_the_host_of_the_request(): void
    {
        foreach (['localhost:8000' => 'ws://localhost:6001', 'chat.example' => 'ws://chat.example:6001', '[::1]:8000' => 'ws://[::1]:6001',
            '' => 'ws://127.0.0.1:6001'] as $host => $url) {
            $this->assertSame($url, $this->client()->get('/config', ['Host' => (string) $host])->assertStatus(200)->json('socketUrl'));
        }
        foreach (["x';script-src *", 'a b'] as $none) {
            $this->client()->get('/', ['Host' => $none])->assertError(400, 'bad_request');
        }
        config(['chat.socket_url' => 'wss://sockets.example']);
        $this->assertSame('wss://sockets.example', $this->client()->get('/config')->json('socketUrl'));
    }

    public function test_x_forwarded_host_is_ignored_even_from_a_trusted_proxy(): void
    {
        config(['chat.trust_proxy' => true]);
        (new AppServiceProvider($this->app))->boot();
        $headers = ['X-Forwarded-Host' => 'evil.example', 'X-Forwarded-Proto' => 'https'];

        $this->assertSame('wss://127.0.0.1:6001', $this->client()->get('/config', $headers)->assertStatus(200)->json('socketUrl'));
    }

    public function test_get_empty_asks_no_database(): void
    {
        $ann = $this->member();
        DB::enableQueryLog();
        $ann->get('/empty')->assertStatus(200);

        $this->assertSame([], DB::getQueryLog());
    }

    public function test_an_exception_is_answered_as_internal_without_its_text(): void
    {
        Route::get('/broken', fn () => throw new RuntimeException('a secret'));

        $this->assertStringNotContainsString('secret', (string) $this->client()->get('/broken')->assertError(500, 'internal')->getContent());
    }

    public function test_health_names_the_part_that_is_wrong(): void
    {
        $answer = $this->client()->get('/health')->assertStatus(503);
        $this->assertSame('degraded', $answer->json('status'));
        $this->assertSame('ok', $answer->json('parts.store'));
        $this->assertNotSame('ok', $answer->json('parts.socket'));

        $this->fakeLoop();
        $answer = $this->client()->get('/health');
        $this->assertSame(['status' => 'ok', 'parts' => ['store' => 'ok', 'socket' => 'ok']], $answer->assertStatus(200)->json());
    }

    public function test_while_one_loop_is_cut_off_from_redis_health_is_degraded_with_status_200(): void
    {
        $loop = $this->fakeLoop(['/health' => '{"status":"ok","parts":{"store":"ok","socket":"ok","redis":"ok"}}']);
        $loop->beside(new FakeLoop(['/health' => '{"status":"degraded","parts":{"store":"ok","socket":"ok","redis":"away"}}']));
        $answer = $this->client()->get('/health')->assertStatus(200);
        $this->assertSame(['status' => 'degraded', 'parts' => ['store' => 'ok', 'socket' => 'ok', 'redis' => 'away']], $answer->json());
    }

    public function test_health_names_the_build_only_if_rate_limits_are_off(): void
    {
        config(['chat.build' => '0.1.0+abc', 'chat.rate_limits' => true]);
        $this->assertSame(['status', 'parts'], array_keys((array) $this->client()->get('/health')->json()));
        config(['chat.rate_limits' => false]);
        $answer = $this->client()->get('/health');
        $this->assertSame(['0.1.0+abc', 'PHP '.PHP_VERSION], [$answer->json('build'), $answer->json('runtime')]);
    }

    public function test_metrics_add_up_the_loops_and_take_the_highest_count_of_users_online(): void
    {
        $loop = $this->fakeLoop(['/metrics' => '{"chat_connections":7,"chat_users_online":9,"chat_loop_lag_seconds":0.5}']);
        $loop->beside($other = new FakeLoop(['/metrics' => '{"chat_connections":3,"chat_users_online":8,"chat_loop_lag_seconds":0.25}']));
        $body = (string) $this->client()->get('/metrics')->assertStatus(200)->getContent();
        foreach (['chat_connections 10', 'chat_users_online 9', 'chat_loop_lag_seconds 0.5'] as $line) {
            $this->assertStringContainsString("\n{$line}\n", $body);
        }
        $other->status = 500;
        $this->client()->get('/metrics')->assertError(503, 'presence_unavailable'); // not the sums without it
    }

    public function test_metrics_add_up_the_counts_of_workers_and_loop(): void
    {
        $this->fakeLoop(['/metrics' => '{"chat_connections":7,"chat_messages_stored_total":40,"chat_errors_total{code=\"text_invalid\"}":3}']);
        $ann = $this->member();
        $ann->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(201);
        $ann->post('/messages', ['text' => 'a', 'clientId' => 'c'])->assertStatus(200);
        $ann->post('/messages', ['text' => "\0", 'clientId' => 'c'])->assertStatus(422);
        $this->client()->get('/me')->assertStatus(401);
        $answer = $this->client()->get('/metrics')->assertStatus(200);

        $this->assertStringStartsWith('text/plain; version=0.0.4', (string) $answer->headers->get('Content-Type'));
        foreach (['chat_connections 7', 'chat_messages_stored_total 41', 'chat_errors_total{code="text_invalid"} 4', 'chat_errors_total{code="not_logged_in"} 1',
            'chat_insert_seconds_count 2', 'chat_insert_seconds_bucket{le="+Inf"} 2', '# TYPE chat_insert_seconds histogram'] as $line) {
            $this->assertStringContainsString("\n{$line}\n", (string) $answer->getContent());
        }
    }
}
