<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Store\Users;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Hash;
use PHPUnit\Framework\Attributes\DataProvider;
use Tests\TestCase;

final class LookalikeLoginTest extends TestCase
{
    public function test_a_new_name_that_looks_like_another_users_is_taken(): void
    {
        $this->member('Admin');

        foreach (["\u{410}dmin", 'Adrnin', "Adm\u{131}n"] as $other) {
            $this->client()->post('/login', ['login' => $other, 'password' => 'secret'])->fails(409, 'login_taken', 'login');
        }
        $this->assertDatabaseCount('users', 1);
        $this->client()->post('/login', ['login' => 'Admin', 'password' => 'secret'])->is(200);
        $this->client()->post('/login', ['login' => 'admin', 'password' => 'secret'])->is(201);
    }

    #[DataProvider('unseen')]
    public function test_a_new_name_with_what_nobody_sees_is_invalid(string $name): void
    {
        $this->client()->post('/login', ['login' => $name, 'password' => 'secret'])->fails(422, 'login_invalid', 'login');
        $this->assertDatabaseCount('users', 0);
    }

    /** @return iterable<string, array{string}> */
    public static function unseen(): iterable
    {
        yield 'a zero-width space alone' => ["\u{200b}"];
        yield 'a zero-width space behind a name' => ["Admin\u{200b}"];
        yield 'a direction turned round' => ["\u{202e}live"];
        yield 'a variation selector' => ["Ann\u{fe0f}"];
        yield 'a character that Unicode has not given' => ["Ann\u{378}"];
        yield 'a character of private use' => ["\u{e000}"];
        yield 'a blank among the symbols' => ["\u{2800}"];
        yield 'the filler of Hangul' => ["\u{3164}"];
    }

    public function test_accounts_from_before_that_look_the_same_both_stay(): void
    {
        if (DB::getDriverName() !== 'sqlite') {
            $this->markTestSkipped('MariaDB commits with each change of a table, so that nothing would undo this test.');
        }
        $migration = require database_path('migrations/2026_01_01_000005_add_skeleton_to_users_table.php');
        $migration->down();
        foreach (['Admin', "\u{410}dmin", "Admin\u{200b}", 'Ann'] as $name) {
            DB::table('users')->insert(['name' => $name, 'password' => Hash::make('secret'), 'created_at' => '2026-01-01 00:00:00.000']);
        }
        $migration->up();

        foreach (['Admin', "\u{410}dmin", "Admin\u{200b}", 'Ann'] as $name) {
            $this->client()->post('/login', ['login' => $name, 'password' => 'secret'])->is(200);
        }
        $this->assertSame([Users::skeletonOf('Admin'), null, null, Users::skeletonOf('Ann')], DB::table('users')->orderBy('id')->pluck('skeleton')->all());
        $this->client()->post('/login', ['login' => 'Adrnin', 'password' => 'secret'])->fails(409, 'login_taken', 'login');
    }

    public function test_nobody_knows_the_password_of_a_seeded_user(): void
    {
        $file = (string) tempnam(sys_get_temp_dir(), 'seed');
        foreach ([1, 2] as $_) {
            $this->assertSame(0, Artisan::call('chat:seed', ['--users' => 3, '--file' => $file]));
        }
        $first = json_decode((string) strtok((string) file_get_contents($file), "\n"), true);
        unlink($file);

        $this->assertSame(['login', 'cookie'], array_keys($first));
        foreach (['load', 'password', $first['login']] as $guess) {
            $this->client()->post('/login', ['login' => $first['login'], 'password' => $guess])->fails(401, 'wrong_password', 'password');
        }
    }

    public function test_a_seeded_user_never_takes_a_lookalikes_account(): void
    {
        $this->member('load-OOOO01');

        $this->expectExceptionMessage('another --prefix');
        Artisan::call('chat:seed', ['--users' => 1, '--file' => '/dev/null']);
    }
}
