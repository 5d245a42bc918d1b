<?php

declare(strict_types=1);

namespace Tests\App\Http;

use App\Chat\SessionStore;
use App\Providers\AppServiceProvider;
use Illuminate\Support\Facades\DB;
use Tests\Client;
use Tests\TestCase;

final class SessionTest extends TestCase
{
    public function test_a_session_ends_seven_days_after_its_login_and_its_use_writes_nothing(): void
    {
        $ann = $this->member('ann');
        DB::enableQueryLog();
        $this->travel(6)->days();
        $this->assertNull(Client::cookie($ann->get('/me')->assertStatus(200)));
        $this->assertSame([], array_filter(array_column(DB::getQueryLog(), 'query'), fn (string $sql) => ! str_starts_with($sql, 'select')));
        $this->travel(86_401)->seconds();
        $ann->get('/me')->assertError(401, 'not_logged_in');
    }

    public function test_a_logout_asks_the_loop_to_close_the_sockets_of_that_session(): void
    {
        $loop = $this->fakeLoop();
        $ann = $this->member('ann');
        $handle = (string) DB::table('sessions')->value('id');
        $this->assertSame(hash('sha256', $ann->cookies['laravel_chat']), $handle, 'the store has no token');
        $ann->post('/logout')->assertStatus(204);

        $asked = ['method' => 'POST', 'path' => "/sessions/{$handle}/close", 'body' => ''];
        $this->assertSame([$asked], $loop->asked);
    }

    public function test_new_sessions_delete_ended_ones(): void
    {
        foreach (range(1, 3) as $n) {
            $this->member("gone-{$n}");
        }
        $this->travel(8)->days();
        $sessions = $this->app->make(SessionStore::class);
        $ann = (string) DB::table('users')->value('id');
        for ($n = 1; $n <= 2000 && DB::table('sessions')->where('expires_at', '<', now()->getTimestamp())->exists(); $n++) {
            $sessions->save(["handle {$n}" => $ann]);
        }

        $this->assertLessThan(2000, $n);
    }

    public function test_headers_of_a_proxy_count_only_if_it_is_trusted(): void
    {
        $forwarded = ['X-Forwarded-Proto' => 'https', 'X-Forwarded-For' => '203.0.113.7'];
        $login = ['login' => 'ann', 'password' => 'secret'];

        $isSecure = fn (array $headers = []) => Client::cookie($this->client()->post('/login', $login, $headers + $forwarded))?->isSecure();
        $this->assertFalse($isSecure());
        $this->assertFalse($isSecure(['Host' => 'any.on-forge.com']), 'Laravel believes clients that name this host');
        config(['chat.trust_proxy' => true]);
        (new AppServiceProvider($this->app))->boot();
        $this->assertTrue($isSecure());
    }
}
