<?php

declare(strict_types=1);

namespace Tests\WebSockets\Chat;

use PHPUnit\Framework\TestCase;
use WebSockets\Chat\BoundedMap;

final class BoundedMapTest extends TestCase
{
    public function test_the_entries_set_last_are_kept_and_never_more_than_twice_as_many(): void
    {
        $map = new BoundedMap(10);
        for ($key = 1; $key <= 100; $key++) {
            $map->set($key, $key);
            for ($recent = max(1, $key - 9); $recent <= $key; $recent++) {
                self::assertSame($recent, $map->get($recent), "after $key");
            }
            self::assertLessThan(20, count(array_filter(range(1, $key), $map->has(...))), "after $key");
        }
        self::assertFalse($map->has(1));
        self::assertNull($map->get(1));
    }

    public function test_what_is_set_again_has_its_new_value_and_counts_as_new(): void
    {
        $map = new BoundedMap(3);
        foreach (['a', 'b', 'c', 'd'] as $key) {
            $map->set($key, 'first');
        }
        $map->set('a', 'second');
        self::assertSame('second', $map->get('a'));

        $map->set('e', 'first');

        self::assertSame(['d', 'a', 'e'], array_values(array_filter(['b', 'c', 'd', 'a', 'e'], $map->has(...))));
        self::assertSame('second', $map->get('a'));
    }
}
