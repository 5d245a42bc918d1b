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
