<?php

declare(strict_types=1);

namespace Tests\Feature;

use App\Chat\Words;
use App\ChatError;
use PHPUnit\Framework\TestCase;

final class WordsTest extends TestCase
{
    public function test_each_character_is_in_a_word_what_the_contract_says(): void
    {
        $words = Words::load();
        $digest = hash_init('sha256');
        for ($point = 0; $point <= 0x10FFFF; $point++) {
            // Surrogates are no characters, and most planes are empty or private.
            $isNone = ($point >= 0xD800 && $point <= 0xDFFF) || ($point >= 0x40000 && intdiv($point, 0x1000) !== 0xE0);
            $folded = $isNone ? '' : trim((string) preg_replace('/ +/', ' ', $words->folded(mb_chr($point, 'UTF-8'))));
            hash_update($digest, $folded."\n");
        }

        $this->assertSame(Words::data()['digest'], hash_final($digest));
    }

    public function test_words_are_the_same_whatever_their_case_accents_and_forms(): void
    {
        foreach ([
            ['STRASSE Elan', 'straße élan', "Straße E\u{301}LAN", "Stra\u{ad}ße, \"Élan\""],
            ['ΑΘΗΝΑ', 'Αθήνα'],
            ['fine 12', 'ﬁne １２'],
        ] as [$first, $second]) {
            $this->assertSame(Words::searched($first), Words::searched($second));
        }
    }

    public function test_a_word_that_is_asked_for_twice_is_one(): void
    {
        $this->assertSame(['b', 'a', '1'], Words::searched('b a B á 1 1'));
    }

    public function test_no_word_too_many_words_and_too_many_characters_are_refused(): void
    {
        foreach (['', ' .', "\u{301}", '1 2 3 4 5 6 7 8 9', str_repeat('a', 101), "a\xc3"] as $text) {
            try {
                Words::searched($text);
                $this->fail($text);
            } catch (ChatError $refused) {
                $this->assertSame(['search_invalid', 'text'], [$refused->errorCode, $refused->field]);
            }
        }
        $this->assertCount(8, Words::searched('1 2 3 4 5 6 7 8'));
        $this->assertSame([str_repeat('x', 100)], Words::searched(str_repeat('𝕏', 100)));
    }
}
