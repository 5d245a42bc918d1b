<?php

declare(strict_types=1);

namespace ChannelServer\WebSocket;

/** Validates UTF-8 that arrives in pieces cut anywhere, and fails at the first byte that cannot be right. */
final class Utf8Stream
{
    /** The beginning of a character whose end has not arrived. */
    private string $open = '';

    /** @return bool false once the text so far can no longer become valid */
    public function accept(string $piece): bool
    {
        $text = $this->open.$piece;
        $complete = strlen($text) - self::openBytes($text);
        $this->open = substr($text, $complete);

        return mb_check_encoding(substr($text, 0, $complete), 'UTF-8') && ($this->open === '' || self::mayBecomeValid($this->open));
    }

    /** Whether the text may end here. */
    public function isComplete(): bool
    {
        return $this->open === '';
    }

    /** How many bytes at the end belong to a character that is not complete. */
    private static function openBytes(string $text): int
    {
        $length = strlen($text);
        for ($back = 1; $back <= 3 && $back <= $length; $back++) {
            $byte = ord($text[$length - $back]);
            if ($byte >= 0xC0) {
                return ($byte >= 0xF0 ? 4 : ($byte >= 0xE0 ? 3 : 2)) > $back ? $back : 0;
            }
            if ($byte < 0x80) {
                return 0;
            }
        }

        return 0;
    }

    /** Whether a lead byte and the bytes behind it begin a character: no overlong form, no surrogate, nothing past U+10FFFF. */
    private static function mayBecomeValid(string $open): bool
    {
        $lead = ord($open[0]);
        if ($lead < 0xC2 || $lead > 0xF4) {
            return false;
        }
        if (! isset($open[1])) {
            return true;
        }
        $second = ord($open[1]);

        return $second >= match ($lead) {
            0xE0 => 0xA0, 0xF0 => 0x90, default => 0x80
        } && $second <= match ($lead) {
            0xED => 0x9F, 0xF4 => 0x8F, default => 0xBF
        };
    }
}
