<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\ChatError;
use App\Store\CachedFailedLogins;
use Closure;
use Tests\TestCase;

final class LoginTest extends TestCase
{
    public function test_a_minute_after_five_wrong_passwords_the_right_one_is_accepted(): void
    {
        $this->freezeTime(); // hashes may take a busy machine more than a second
        $this->member('ann');
        foreach (range(1, 5) as $_) {
            $this->client()->post('/login', ['login' => 'ann', 'password' => 'wrong']);
        }
        $this->travel(59)->seconds();
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->assertError(429, 'too_many_attempts');
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'], ['REMOTE_ADDR' => '127.0.0.2'])->assertStatus(200);
        $this->travel(2)->seconds();
        $this->client()->post('/login', ['login' => 'ann', 'password' => 'secret'])->assertStatus(200);
    }

    public function test_after_300_failed_logins_an_address_has_to_wait(): void
    {
        foreach (range(1, 300) as $number) {
            $this->fails("login {$number}", 'wrong_join_code');
        }
        $this->guard('ann', fn () => 'in', '127.0.0.2');
        $this->expectExceptionMessage('Too many failed attempts');
        $this->guard('ann', fn () => 'in');
    }

    public function test_the_right_password_a_refusal_and_another_error_do_not_count(): void
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
        return $this->app->make(CachedFailedLogins::class)->guard($address, $login, $attempt);
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
