<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Lookalikes;
use PHPUnit\Framework\TestCase;

final class LookalikesTest extends TestCase
{
    public function test_each_character_has_the_skeleton_that_icu_gives_it(): void
    {
        $data = Lookalikes::data();
        $lookalikes = Lookalikes::load();
        $digest = hash_init('sha256');
        $from = 0;
        foreach ([...$data['refused'], [0x110000, 0]] as [$before, $after]) {
            for ($point = $from; $point < $before; $point++) {
                hash_update($digest, $lookalikes->skeletonOf(mb_chr($point, 'UTF-8'))."\n");
            }
            $from = $after + 1;
        }

        $this->assertSame($data['digest'], hash_final($digest));
    }

    public function test_names_that_look_the_same_have_one_skeleton(): void
    {
        foreach ([
            ['Admin', "\u{410}dmin", 'Adrnin', "Adm\u{131}n", "A\u{200b}dmin", "Ad\u{1d5c6}in"],
            ['l0', '1O', 'IO', "|\u{41e}"],
            ['Ann Lee', 'Ann  Lee', "Ann\u{a0}Lee", "Ann \u{3000} Lee"],
            ["\u{e9}", "e\u{301}"],
            ['Martin', "Marti\u{307}n", "Mart\u{131}\u{307}n", "Marti\u{307}\u{307}n", "Mart\u{456}\u{307}n"],
            ["\u{1ecb}", "i\u{307}\u{323}"],
            ['Jonj', "Jonj\u{307}"],
            ['Dana דנה 2', 'Dana 2 דנה', '2 דנה Dana'],
            ['a1א', 'aא1'],
            ['محمد', 'محـمد'],
            ['אורי', 'אlרי'],
            ['Paul', "Pau\u{627}"],
        ] as $group) {
            $this->assertCount(1, array_unique(array_map(Lookalikes::load()->skeletonOf(...), $group)), implode(' ', $group));
        }
    }

    public function test_names_that_do_not_have_several(): void
    {
        $names = ['Ann', 'ann', 'e', 'é', 'ü', 'u', 'Ann Lee', 'AnnLee', 'う', 'ゔ', '😀', '😁', 'l', "l\u{307}", "e\u{307}", 'سالم', 'سلام', 'משה כהן', 'כהן משה', 'רון', 'נור'];

        $this->assertCount(count($names), array_unique(array_map(Lookalikes::load()->skeletonOf(...), $names)));
    }

    public function test_what_shows_nothing_is_known_as_such(): void
    {
        foreach (mb_str_split("\0\u{85}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{200b}\u{200d}\u{202e}\u{2028}\u{2067}\u{2800}\u{3164}\u{fe0f}\u{feff}\u{fffc}\u{e000}\u{1d159}\u{e0041}\u{10ffff}\u{378}") as $character) {
            $this->assertTrue(Lookalikes::load()->hasUnseen("a{$character}b"), dechex((int) mb_ord($character)));
        }
        foreach (['Ann Lee', 'José', 'שלום', 'مرحبا', 'สวัสดี', 'हिन्दी', '한국', '😀', 'ｆｉ', "O'Neill"] as $name) {
            $this->assertFalse(Lookalikes::load()->hasUnseen($name), $name);
        }
    }

    public function test_each_range_of_what_shows_nothing_is_known_from_its_first_to_its_last_character(): void
    {
        $lookalikes = Lookalikes::load();
        $isUnseen = fn (int $point): bool => $lookalikes->hasUnseen('a'.mb_chr($point, 'UTF-8').'b');
        foreach (Lookalikes::data()['refused'] as [$from, $to]) {
            foreach ([$from, $to] as $point) {
                // A surrogate is no character of UTF-8: such a login is refused before.
                $this->assertTrue(($point >= 0xD800 && $point <= 0xDFFF) || $isUnseen($point), dechex($point));
            }
            foreach ([$from - 1, $to + 1] as $point) {
                $this->assertFalse($point >= 0 && $point <= 0x10FFFF && $isUnseen($point), dechex($point));
            }
        }
    }
}
