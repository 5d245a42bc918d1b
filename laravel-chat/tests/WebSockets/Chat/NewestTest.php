<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use WebSockets\Chat\Newest;

final class NewestTest extends TestCase
{
    public function test_the_entries_set_last_are_kept_and_never_more_than_twice_as_many(): void
    {
        $newest = new Newest(10);
        for ($key = 1; $key <= 100; $key++) {
            $newest->set($key, $key);
            for ($recent = max(1, $key - 9); $recent <= $key; $recent++) {
                self::assertSame($recent, $newest->get($recent), "after $key");
            }
            self::assertLessThan(20, count(array_filter(range(1, $key), $newest->has(...))), "after $key");
        }
        self::assertFalse($newest->has(1));
        self::assertNull($newest->get(1));
    }

    public function test_what_is_set_again_has_its_new_value_and_counts_as_new(): void
    {
        $newest = new Newest(3);
        foreach (['a', 'b', 'c', 'd'] as $key) {
            $newest->set($key, 'first');
        }
        $newest->set('a', 'second');
        self::assertSame('second', $newest->get('a'));

        $newest->set('e', 'first');

        self::assertSame(['d', 'a', 'e'], array_values(array_filter(['b', 'c', 'd', 'a', 'e'], $newest->has(...))));
        self::assertSame('second', $newest->get('a'));
    }
}
