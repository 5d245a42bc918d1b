<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Names;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Support\Facades\Artisan;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Hash;
use Illuminate\Support\Facades\Schema;
use PHPUnit\Framework\Attributes\DataProvider;
use Tests\TestCase;

final class NamesTest extends TestCase
{
    #[DataProvider('same')]
    public function test_names_that_differ_by_case_or_by_compatibility_forms_have_one_key(string $name, string ...$others): void
    {
        foreach ($others as $other) {
            $this->assertSame(Names::keyOf($name), Names::keyOf($other), $other);
        }
        $this->assertCount(4, array_unique(array_map(Names::keyOf(...), ['ann', 'änn', 'an n', 'аnn'])));
    }

    /** @return iterable<list<string>> */
    public static function same(): iterable
    {
        yield ['ann', 'Ann', 'ANN', 'ａｎｎ', 'ₐnn'];
        yield ['strasse', 'Straße', 'STRASSE', 'ﬆraße'];
        yield ['σοφός', 'ΣΟΦΌΣ', 'σοφόσ'];
        yield ['カナ', 'ｶﾅ'];
    }

    public function test_accounts_from_before_that_differ_by_case_both_stay(): void
    {
        if (DB::getDriverName() !== 'sqlite') {
            $this->markTestSkipped('MariaDB commits with each change of a table, so that nothing would undo this test.');
        }
        $migration = require database_path('migrations/2026_01_01_000005_add_key_to_users_table.php');
        Schema::table('users', fn (Blueprint $table) => $table->dropUnique(['key']));
        Schema::table('users', fn (Blueprint $table) => $table->dropColumn('key'));
        Schema::table('users', fn (Blueprint $table) => $table->char('skeleton', 64)->nullable()->unique());
        foreach (['Ann', 'ann', "\u{410}dmin", "Admin\u{200b}"] as $name) {
            DB::table('users')->insert(['name' => $name, 'password' => Hash::make('secret'), 'created_at' => '2026-01-01 00:00:00.000']);
        }
        $migration->up();

        foreach (['Ann', 'ann', "\u{410}dmin", "Admin\u{200b}"] as $name) {
            $this->assertSame($name, $this->client()->post('/login', ['login' => $name, 'password' => 'secret'])->is(200)->json('user.name'));
        }
        $this->assertSame('Ann', $this->client()->post('/login', ['login' => 'ANN', 'password' => 'secret'])->is(200)->json('user.name'));
        $this->assertFalse(Schema::hasColumn('users', 'skeleton'));
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

    public function test_a_seeded_user_never_takes_another_account_of_the_same_key(): void
    {
        $this->member('LOAD-1');

        $this->expectExceptionMessage('another --prefix');
        Artisan::call('chat:seed', ['--users' => 1, '--file' => '/dev/null']);
    }
}
