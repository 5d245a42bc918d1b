<?php

declare(strict_types=1);

namespace Tests\App\Chat;

use App\Chat\Words;
use PHPUnit\Framework\TestCase;

final class WordsTest extends TestCase
{
    public function test_the_words_of_a_text_are_the_same_in_any_case_accents_and_forms(): void
    {
        foreach ([
            ['STRASSE Elan', 'straße élan', "Straße E\u{301}LAN", "Stra\u{ad}ße, \"Élan\""],
            ['ΑΘΗΝΑ', 'Αθήνα'],
            ['fine 12', 'ﬁne １２'],
            ['שלום', 'שָׁלוֹם'],
            ['محمد', 'مُحَـمَّد'],
        ] as [$first, $second]) {
            $this->assertSame(Words::searched($first), Words::searched($second));
        }
    }

    public function test_scripts_without_spaces_have_a_word_for_each_letter_and_others_keep_their_marks(): void
    {
        $this->assertSame(['东', '京', 'ひ', 'カ', 'A1'], Words::searched('东京ひガa1'));
        $this->assertSame(["\u{e01}\u{e34}", "\u{e19}"], Words::searched("\u{e01}\u{e34}\u{e19}"));
        $this->assertNotSame(Words::searched('कि'), Words::searched('की'));
    }

    public function test_a_repeated_word_of_a_query_counts_once(): void
    {
        $this->assertSame(['B', 'A', '1'], Words::searched('b a B á 1 1'));
    }
}
