<?php

declare(strict_types=1);

namespace Tests\Feature;

use Illuminate\Support\Facades\Route;
use PHPUnit\Framework\Attributes\DataProvider;
use RuntimeException;
use Tests\TestCase;

final class OrderOfChecksTest extends TestCase
{
    private const WRONG = ['Origin' => 'http://evil.example', 'Content-Type' => 'text/plain', 'Content-Length' => '70000'];

    public function test_an_unknown_path_comes_first(): void
    {
        $this->client()->post('/nope', 'x', self::WRONG)->fails(404, 'not_found');
        $this->client()->get('/login/x')->fails(404, 'not_found');
    }

    public function test_a_method_that_is_not_answered_names_those_that_are(): void
    {
        foreach (['DELETE', 'PUT', 'PATCH', 'OPTIONS'] as $method) {
            $this->assertSame('GET, HEAD, POST', $this->client()->send($method, '/messages', 'x', self::WRONG)->fails(405, 'method_not_allowed')->header('Allow'));
        }
        $this->assertSame('POST', $this->client()->get('/login')->fails(405, 'method_not_allowed')->header('Allow'));
        $this->assertSame('GET, HEAD', $this->client()->post('/me')->fails(405, 'method_not_allowed')->header('Allow'));
    }

    public function test_a_post_cannot_pose_as_another_method(): void
    {
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'], ['X-HTTP-Method-Override' => 'GET'])->is(201);
        $this->client()->post('/login?_method=GET', ['login' => 'ann', 'password' => 'secret', '_method' => 'GET'])->is(200);
        $this->client()->postForm('/me', ['_method' => 'GET'])->fails(405, 'method_not_allowed');
    }

    public function test_head_is_answered_wherever_get_is(): void
    {
        foreach (['/', '/config', '/empty', '/metrics'] as $path) {
            $this->client()->send('HEAD', $path)->is(200);
        }
        $this->assertSame('', $this->client()->send('HEAD', '/me')->is(401)->body());
        $this->member()->send('HEAD', '/me')->is(200);
    }

    public function test_then_origin_then_type_then_size_then_session_then_json_then_fields(): void
    {
        $bad = self::WRONG;
        foreach (['/login', '/messages', '/logout'] as $path) {
            $this->client()->post($path, '{', $bad)->fails(403, 'origin_not_allowed');
            $this->client()->post($path, '{', array_diff_key($bad, ['Origin' => 0]))->fails(415, 'unsupported_media_type');
            $this->client()->post($path, '{', ['Content-Length' => '32769'])->fails(413, 'body_too_large');
        }
        $this->client()->post('/messages', '{')->fails(401, 'not_logged_in');
        $this->member()->post('/messages', '{')->fails(400, 'bad_json');
        $this->member()->post('/messages', '{"text":"a"}')->fails(422, 'client_id_invalid', 'clientId');
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

    public function test_the_type_is_json_whatever_its_parameters(): void
    {
        foreach (['application/json', 'application/json; charset=utf-8', 'Application/JSON;x=y'] as $type) {
            $this->client()->post('/logout', '', ['Content-Type' => $type])->is(204);
        }
        foreach (['', 'text/json', 'application/jsonx', 'application/x-www-form-urlencoded', 'application/ld+json'] as $type) {
            $this->client()->post('/logout', '', ['Content-Type' => $type])->fails(415, 'unsupported_media_type');
        }
    }

    public function test_a_body_of_exactly_the_limit_is_read(): void
    {
        $body = str_pad('{"login":"ann","password":"secret"', 32_767).'}';

        $this->client()->post('/login', $body.' ')->fails(413, 'body_too_large');
        $this->client()->post('/login', $body)->is(201);
    }

    #[DataProvider('badBodies')]
    public function test_what_is_not_one_json_object_is_refused(string $body): void
    {
        $this->client()->post('/login', $body)->fails(400, 'bad_json');
    }

    /** @return iterable<string, array{string}> */
    public static function badBodies(): iterable
    {
        yield 'cut off' => ['{"login":"a"'];
        yield 'a list' => ['[{"login":"a"}]'];
        yield 'a string' => ['"a"'];
        yield 'null' => ['null'];
        yield 'white space' => ['  '];
        yield 'two objects' => ['{}{}'];
        yield 'a comma too many' => ['{"login":"a",}'];
        yield 'a byte order mark' => ["\u{feff}{}"];
        yield 'a lone high surrogate' => ['{"login":"\ud83d","password":"p"}'];
        yield 'a lone low surrogate' => ['{"login":"\ude00","password":"p"}'];
        yield 'surrogates the wrong way round' => ['{"login":"\ude00\ud83d","password":"p"}'];
        yield 'a lone surrogate in a key' => ['{"login":"a","password":"p","\ud800":1}'];
        yield 'a lone surrogate deep in what is ignored' => ['{"login":"a","password":"p","x":[{"y":"\udfff"}]}'];
        yield 'not UTF-8' => ["{\"login\":\"\xff\",\"password\":\"p\"}"];
        yield 'UTF-8 of a surrogate' => ["{\"login\":\"\xed\xa0\x80\",\"password\":\"p\"}"];
        yield 'a raw control character' => ["{\"login\":\"a\nb\",\"password\":\"p\"}"];
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
