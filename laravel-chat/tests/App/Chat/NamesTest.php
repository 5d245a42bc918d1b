<?php

declare(strict_types=1);

namespace Tests\App\Chat;

use App\Chat\Names;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;

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
}
