<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Limits\FailedLogins;
use App\ChatError;
use Closure;
use Tests\Client;
use Tests\TestCase;

final class LoginTest extends TestCase
{
    public function test_logging_in_with_an_unknown_name_registers_it(): void
    {
        $answer = $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->is(201);

        $this->assertSame('ann', $answer->json('user.name'));
        $this->assertIsString($answer->json('user.id'));
    }

    public function test_logging_in_again_with_the_same_password_is_the_same_user(): void
    {
        $first = $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->is(201);
        $second = $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->is(200);

        $this->assertSame($first->json('user'), $second->json('user'));
    }

    public function test_a_wrong_password_is_refused_even_to_who_is_logged_in(): void
    {
        $ann = $this->member('ann');

        $ann->post('/login', ['login' => 'ann', 'password' => 'wrong'])->fails(401, 'wrong_password', 'password');
        $ann->get('/me')->is(200);
    }

    public function test_the_session_cookie_is_hidden_from_scripts_and_lasts_seven_days(): void
    {
        $cookie = Client::cookie($this->client()->post('/login', ['login' => 'ann', 'password' => 'secret']));

        $this->assertNotNull($cookie);
        $this->assertTrue($cookie->isHttpOnly());
        $this->assertSame('lax', $cookie->getSameSite());
        $this->assertSame('/', $cookie->getPath());
        $this->assertEqualsWithDelta(604_800, $cookie->getMaxAge(), 60);
        $this->assertFalse($cookie->isSecure());
    }

    public function test_the_session_cookie_is_secure_where_the_page_came_by_https(): void
    {
        $answer = $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'], ['HTTPS' => 'on']);

        $this->assertTrue(Client::cookie($answer)?->isSecure());
    }

    public function test_each_login_gets_a_session_of_its_own_and_ends_the_one_it_came_with(): void
    {
        $ann = $this->member('ann');
        $old = clone $ann;
        $ann->post('/login', ['login' => 'ann', 'password' => 'secret'])->is(200);

        $ann->get('/me')->is(200);
        $old->get('/me')->fails(401, 'not_logged_in');
        $this->assertDatabaseCount('sessions', 1);
    }

    public function test_names_are_trimmed_and_composed_and_differ_by_accent(): void
    {
        $this->member('é');

        $this->client()->post('/login', ['login' => "\u{3000}e\u{301}\u{feff} ", 'password' => 'secret'])->is(200);
        foreach (['e', 'è', 'é.'] as $other) {
            $this->client()->post('/login', ['login' => $other, 'password' => 'other'])->is(201);
        }
    }

    public function test_passwords_are_never_trimmed(): void
    {
        $this->member('ann', '  ');

        $this->client()->post('/login', ['login' => 'ann', 'password' => ' '])->fails(401, 'wrong_password', 'password');
        $this->client()->post('/login', ['login' => 'ann', 'password' => '  '])->is(200);
    }

    public function test_a_password_is_told_from_another_in_its_last_byte(): void
    {
        $this->member('ann', str_repeat('x', 71).'y');

        $this->client()->post('/login', ['login' => 'ann', 'password' => str_repeat('x', 72)])->fails(401, 'wrong_password', 'password');
    }

    public function test_after_five_wrong_passwords_the_next_attempt_waits_whatever_its_password(): void
    {
        $this->member('ann');
        foreach (range(1, 5) as $_) {
            $this->client()->post('/login', ['login' => 'ann', 'password' => 'wrong'])->fails(401, 'wrong_password', 'password');
        }
        $answer = $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->fails(429, 'too_many_attempts');

        $this->assertMatchesRegularExpression('/^([1-9]|[1-5][0-9]|60)$/', (string) $answer->header('Retry-After'));
        $this->client()->post('/login', ['login' => 'bob', 'password' => 'secret'])->is(201);
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'], ['REMOTE_ADDR' => '127.0.0.2'])->is(200);
    }

    public function test_a_minute_after_the_wrong_passwords_the_right_one_is_let_in(): void
    {
        $this->member('ann');
        foreach (range(1, 5) as $_) {
            $this->client()->post('/login', ['login' => 'ann', 'password' => 'wrong']);
        }
        $this->travel(59)->seconds();
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->fails(429, 'too_many_attempts');
        $this->travel(2)->seconds();
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->is(200);
    }

    public function test_right_passwords_count_towards_no_limit(): void
    {
        foreach (range(1, 8) as $_) {
            $this->assertContains($this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->status(), [200, 201]);
        }
    }

    public function test_after_300_wrong_passwords_for_whatever_logins_an_address_waits(): void
    {
        foreach (range(1, 300) as $number) {
            $this->fails("login {$number}", 'wrong_join_code');
        }
        $this->guard('ann', fn () => 'in', '127.0.0.2');
        $this->expectExceptionMessage('Too many failed attempts');
        $this->guard('ann', fn () => 'in');
    }

    public function test_the_right_password_a_refusal_and_another_fault_are_given_back(): void
    {
        foreach (range(1, 8) as $_) {
            $this->assertSame('in', $this->guard('ann', fn () => 'in'));
            $this->fails('ann', 'store_unavailable');
        }
        // The sixth at once is refused, and counts no longer once the others were right.
        $nested = function (int $deep) use (&$nested): string {
            return $this->guard('ann', fn () => $deep === 1 ? 'in' : $nested($deep - 1));
        };
        $this->assertSame('in', $nested(5));
        try {
            $nested(6);
            $this->fail('six attempts at once were looked at');
        } catch (ChatError $refused) {
            $this->assertSame('too_many_attempts', $refused->errorCode);
        }
        foreach (range(1, 5) as $_) {
            $this->fails('ann', 'wrong_password');
        }
        $this->fails('ann', 'wrong_password', 'too_many_attempts');
    }

    /** @param  Closure(): string  $attempt */
    private function guard(string $login, Closure $attempt, string $address = '127.0.0.1'): string
    {
        return $this->app->make(FailedLogins::class)->guard($login, $address, $attempt);
    }

    /** An attempt that ends with one code, and what its client is told. */
    private function fails(string $login, string $code, ?string $told = null): void
    {
        try {
            $this->guard($login, fn () => throw ChatError::of($code));
        } catch (ChatError $fault) {
            $this->assertSame($told ?? $code, $fault->errorCode);
        }
    }
}
