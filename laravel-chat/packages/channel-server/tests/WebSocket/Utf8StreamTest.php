<?php

declare(strict_types=1);

namespace ChannelServer\Tests\WebSocket;

use ChannelServer\WebSocket\Utf8Stream;
use PHPUnit\Framework\TestCase;

final class Utf8StreamTest extends TestCase
{
    public function test_valid_text_is_valid_wherever_it_is_cut(): void
    {
        $text = "a\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{ffff}\u{10000}\u{10ffff}z";
        for ($cut = 0; $cut <= strlen($text); $cut++) {
            $utf8 = new Utf8Stream;
            $this->assertTrue($utf8->accept(substr($text, 0, $cut)) && $utf8->accept(substr($text, $cut)) && $utf8->isComplete(), "cut at {$cut}");
        }
        $bytes = new Utf8Stream;
        foreach (str_split($text) as $byte) {
            $this->assertTrue($bytes->accept($byte));
        }
        $this->assertTrue($bytes->isComplete());
    }

    public function test_it_agrees_with_the_whole_text_check_for_all_pairs_and_seeded_strings(): void
    {
        mt_srand(7);
        for ($i = 0; $i < 20_000; $i++) {
            $text = '';
            for ($n = mt_rand(1, 5); $n > 0; $n--) {
                $text .= chr([0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xA0, 0x9F, 0xED, 0xF0, 0x90, 0xF4, 0x8F, mt_rand(0, 255)][mt_rand(0, 12)]);
            }
            $utf8 = new Utf8Stream;
            $valid = true;
            foreach (str_split($text, mt_rand(1, 3)) as $piece) {
                $valid = $valid && $utf8->accept($piece);
            }
            $this->assertSame(mb_check_encoding($text, 'UTF-8'), $valid && $utf8->isComplete(), bin2hex($text));
        }
    }

    public function test_it_fails_at_the_first_byte_that_cannot_be_right(): void
    {
        foreach (["\x80", "\xc0", "\xc1", "\xf5", "\xff", "\xe0\x9f", "\xed\xa0", "\xf0\x8f", "\xf4\x90", "\xe2\x82A"] as $bad) {
            $this->assertFalse((new Utf8Stream)->accept("fine{$bad}"), bin2hex($bad));
        }
        foreach (["\xc2", "\xe0\xa0", "\xed\x9f", "\xf0\x90\x80", "\xf4\x8f\xbf"] as $open) {
            $utf8 = new Utf8Stream;
            $this->assertTrue($utf8->accept($open), bin2hex($open));
            $this->assertFalse($utf8->isComplete());
        }
    }
}
