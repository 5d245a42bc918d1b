<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;
use Normalizer;

/** The words of texts, folded for a search: without case, accents and compatibility forms. */
final class Words
{
    /** Marks that readers may leave out, invisible characters, and the line that lengthens Arabic words. */
    private const IGNORED_MARKS = '/(?:[\p{DI}\x{640}]|(?=\p{M})[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}'
        .'\p{sc=Syriac}])+/u';

    private const SEPARATORS = '/[^\p{L}\p{M}\p{N}]+/u';

    /** A letter with its marks, in scripts without spaces. */
    private const SINGLE_LETTERS = '/(?=[\p{L}\p{N}])[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}'
        .'\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/u';

    /** Each word follows a space, so that `str_contains($folded, " $word")` finds words that begin with it. */
    public static function folded(string $text): string
    {
        if (preg_match('/[^\x00-\x7f]/', $text) !== 1) {
            return ' '.preg_replace('/[^A-Z0-9]+/', ' ', strtoupper($text));
        }
        $upper = mb_strtoupper((string) Normalizer::normalize($text, Normalizer::FORM_KD), 'UTF-8');

        return ' '.preg_replace(
            [self::IGNORED_MARKS, self::SEPARATORS, self::SINGLE_LETTERS], ['', ' ', ' $0 '], $upper,
        );
    }

    /**
     * The different words of a search.
     *
     * @return non-empty-list<string> folded
     *
     * @throws ChatError search_invalid
     */
    public static function searched(string $text): array
    {
        if (! mb_check_encoding($text, 'UTF-8') || mb_strlen($text, 'UTF-8') > Contract::limit('searchMax')) {
            throw ChatError::of('search_invalid', 'text');
        }
        $words = array_values(
            array_unique(array_filter(explode(' ', self::folded($text)), fn (string $word): bool => $word !== '')),
        );
        if ($words === [] || count($words) > Contract::limit('searchWordsMax')) {
            throw ChatError::of('search_invalid', 'text');
        }

        return $words;
    }
}
