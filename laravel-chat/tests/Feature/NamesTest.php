<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Names;
use Illuminate\Support\Facades\Artisan;
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
