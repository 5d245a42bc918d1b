<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;

/** The text of a message. */
final class Text
{
    /**
     * @param  mixed  $raw  as decoded from JSON, null where it is missing
     * @return string as it is stored: with LF for CRLF, else as sent
     *
     * @throws ChatError empty_text, text_invalid, text_too_long
     */
    public static function clean(mixed $raw): string
    {
        if ($raw === null) {
            throw ChatError::of('empty_text', 'text');
        }
        if (! is_string($raw)) {
            throw ChatError::of('text_invalid', 'text');
        }
        $text = str_replace("\r\n", "\n", $raw);
        if (Characters::trim($text) === '') {
            throw ChatError::of('empty_text', 'text');
        }
        if (Characters::hasControl($text, except: '\t\n')) {
            throw ChatError::of('text_invalid', 'text');
        }
        if (Characters::count($text) > Contract::load()->limit('textMax')) {
            throw ChatError::of('text_too_long', 'text');
        }

        return $text;
    }
}
