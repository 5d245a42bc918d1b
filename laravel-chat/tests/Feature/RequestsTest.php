<?php

declare(strict_types=1);

namespace Tests\Feature;

use Illuminate\Support\Facades\Route;
use RuntimeException;
use Tests\TestCase;

final class RequestsTest extends TestCase
{
    public function test_head_is_answered_wherever_get_is(): void
    {
        foreach (['/', '/config', '/empty', '/metrics'] as $path) {
            $this->client()->send('HEAD', $path)->is(200);
        }
        $this->assertSame('', $this->client()->send('HEAD', '/me')->is(401)->body());
        $this->member()->send('HEAD', '/me')->is(200);
    }

    public function test_origins_match_exactly_or_are_not_sent(): void
    {
        foreach (['http://localhost:8000', 'http://127.0.0.1:8000'] as $ours) {
            $this->client()->post('/logout', '', ['Origin' => $ours])->is(204);
        }
        foreach (['http://localhost:8001', 'https://localhost:8000', 'http://localhost', 'http://localhost:8000.evil.example', 'HTTP://LOCALHOST:8000', 'null', ''] as $other) {
            $this->client()->post('/logout', '', ['Origin' => $other])->fails(403, 'origin_not_allowed');
        }
    }

    public function test_a_call_that_a_session_counts_for_comes_from_no_other_site(): void
    {
        $ann = $this->member();
        foreach (['cross-site', 'same-site', 'Same-Origin', '', 'same-origin, none'] as $site) {
            foreach (['/me', '/messages', '/online'] as $path) {
                $ann->get($path, ['Sec-Fetch-Site' => $site])->fails(403, 'origin_not_allowed');
            }
            foreach (['/login', '/logout', '/messages', '/broadcasting/auth'] as $path) {
                $ann->post($path, '', ['Sec-Fetch-Site' => $site])->fails(403, 'origin_not_allowed');
            }
        }
        $ann->get('/me', ['Origin' => 'http://evil.example'])->fails(403, 'origin_not_allowed');
        $ann->get('/me', ['Origin' => 'http://evil.example', 'Sec-Fetch-Site' => 'same-origin'])->fails(403, 'origin_not_allowed');
        $ann->get('/me', ['Origin' => 'http://localhost:8000', 'Sec-Fetch-Site' => 'cross-site'])->is(200);
        foreach (['same-origin', 'none'] as $site) {
            $ann->get('/me', ['Sec-Fetch-Site' => $site])->is(200);
        }
        foreach (['/', '/config', '/empty', '/metrics', '/web/main.js'] as $path) {
            $ann->get($path, ['Sec-Fetch-Site' => 'cross-site'])->is(200);
        }
    }

    public function test_odd_but_valid_json_is_read(): void
    {
        $members = '"x":'.str_repeat('[', 100).str_repeat(']', 100).',"":1E5,"\ud83d\ude00":null';

        $this->client()->post('/login', "\r\n\t {\"login\":\"a\",\"password\":\"p\",{$members}} ")->is(201);
        $this->client()->post('/login', '')->fails(422, 'empty_field', 'login');
    }

    public function test_a_fault_of_ours_is_internal_and_tells_nothing(): void
    {
        Route::get('/broken', fn () => throw new RuntimeException('a secret'));

        $this->assertStringNotContainsString('secret', $this->client()->get('/broken')->fails(500, 'internal')->body());
    }
}
