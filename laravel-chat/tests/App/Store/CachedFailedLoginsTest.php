<?php

declare(strict_types=1);

namespace Tests\App\Store;

use App\ChatError;
use App\Store\CachedFailedLogins;
use Closure;
use Tests\TestCase;

final class CachedFailedLoginsTest extends TestCase
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

    /** @param  Closure(): string  $attempt */
    private function guard(string $login, Closure $attempt, string $address = '127.0.0.1'): string
    {
        return $this->app->make(CachedFailedLogins::class)->guard($address, $login, $attempt);
    }

    private function fails(string $login, string $code): void
    {
        try {
            $this->guard($login, fn () => throw ChatError::of($code));
        } catch (ChatError $fault) {
            $this->assertSame($code, $fault->errorCode);
        }
    }
}
