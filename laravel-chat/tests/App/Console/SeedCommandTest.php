<?php

declare(strict_types=1);

namespace Tests\App\Console;

use Illuminate\Support\Facades\Artisan;
use Tests\TestCase;

final class SeedCommandTest extends TestCase
{
    public function test_nobody_knows_the_password_of_a_seeded_user(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'seed');
        foreach ([1, 2] as $_) {
            chmod($file, 0644);
            $this->assertSame(0, Artisan::call('chat:seed', ['--users' => 3, '--file' => $file]));
        }
        clearstatcache();
        $this->assertSame(0600, fileperms($file) & 0777, 'it opens sessions');
        $first = json_decode((string) strtok((string) file_get_contents($file), "\n"), true);
        unlink($file);

        $this->assertSame(['login', 'cookie'], array_keys($first));
        foreach (['load', 'password', $first['login']] as $guess) {
            $this->client()->post('/login', ['login' => $first['login'], 'password' => $guess])->assertError(401, 'wrong_password', 'password');
        }
    }

    public function test_how_many_users_and_a_file_must_be_named(): void
    {
        foreach ([['--file' => '/dev/null'], ['--users' => 3], ['--users' => 0, '--file' => '/dev/null']] as $options) {
            $this->assertSame(1, Artisan::call('chat:seed', $options));
        }
    }

    public function test_a_seeded_user_never_takes_another_account_of_the_same_key(): void
    {
        $this->member('LOAD-1');

        $this->expectExceptionMessage('another --prefix');
        Artisan::call('chat:seed', ['--users' => 1, '--file' => '/dev/null']);
    }
}
