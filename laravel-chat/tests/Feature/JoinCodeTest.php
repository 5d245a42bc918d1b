<?php

declare(strict_types=1);

namespace Tests\Feature;

use Tests\TestCase;

final class JoinCodeTest extends TestCase
{
    protected function setUp(): void
    {
        parent::setUp();
        config(['chat.join_code' => 'tafel 7']);
    }

    public function test_without_a_code_everybody_may_register(): void
    {
        config(['chat.join_code' => null]);

        $this->assertNotContains('joinCode', $this->client()->get('/config')->json('features'));
        $this->enter('ann', ['any'])->is(201);
    }

    public function test_with_a_code_a_first_login_needs_exactly_it(): void
    {
        $this->assertContains('joinCode', $this->client()->get('/config')->json('features'));
        foreach ([null, ''] as $none) {
            $this->enter('ann', $none)->fails(422, 'empty_field', 'joinCode');
        }
        foreach (['tafel 8', 'tafel 7 ', ['tafel 7'], 7] as $wrong) {
            $this->enter('ann', $wrong)->fails(403, 'wrong_join_code', 'joinCode');
        }
        $this->enter('ann', 'tafel 7')->is(201);
    }

    public function test_a_known_login_needs_none(): void
    {
        $this->enter('ann', 'tafel 7')->is(201);

        $this->enter('ann', null)->is(200);
        $this->enter('ann', 'tafel 8')->is(200);
        $this->enter('ann', 'tafel 7', 'wrong')->fails(401, 'wrong_password', 'password');
    }

    public function test_it_is_asked_for_after_the_fields_and_before_what_only_a_new_name_must_be(): void
    {
        $this->enter('', 'wrong')->fails(422, 'empty_field', 'login');
        $this->enter('ann', 'wrong', '')->fails(422, 'empty_field', 'password');
        $this->enter("\u{200b}", 'wrong')->fails(403, 'wrong_join_code', 'joinCode');
    }

    public function test_wrong_codes_count_as_wrong_passwords_do(): void
    {
        foreach (range(1, 5) as $_) {
            $this->enter('ann', null)->fails(422, 'empty_field', 'joinCode');
            $this->enter('ann', 'wrong')->fails(403, 'wrong_join_code', 'joinCode');
        }
        $this->enter('ann', 'tafel 7')->fails(429, 'too_many_attempts');
        $this->enter('bob', 'tafel 7')->is(201);
    }

    private function enter(string $login, mixed $joinCode, string $password = 'secret'): \Tests\Answer
    {
        return $this->client()->post('/login', ['login' => $login, 'password' => $password, 'joinCode' => $joinCode]);
    }
}
