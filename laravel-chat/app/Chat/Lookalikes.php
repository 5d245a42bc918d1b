<?php

declare(strict_types=1);

namespace App\Chat;

use Normalizer;

/** What the two chats must agree on about the characters of a name, whatever Unicode version their languages know. */
final class Lookalikes
{
    private static ?self $loaded = null;

    /**
     * The first three are patterns of one character.
     *
     * @param  array<array-key, true>  $unplaced
     * @param  array<array-key, true>  $softDotted
     * @param  array<array-key, string>  $looksLike  by character
     */
    private function __construct(
        private readonly string $unseen,
        private readonly string $mark,
        private readonly string $rightToLeft,
        private readonly array $unplaced,
        private readonly array $softDotted,
        private readonly array $looksLike,
    ) {
    }

    /** Reads the file when it is first asked for: only a registration needs it. */
    public static function load(): self
    {
        return self::$loaded ??= self::fromData(self::data());
    }

    /** @return array{refused: list<array{int, int}>, marks: list<array{int, int}>, rightToLeft: list<array{int, int}>, unplaced: string, softDotted: string, looksLike: array<array-key, string>, digest: string} */
    public static function data(): array
    {
        return CharacterTable::read('names.json');
    }

    /** Whether a text has a character that shows nothing, or nothing that is known to every reader. */
    public function hasUnseen(string $text): bool
    {
        return preg_match($this->unseen, $text) === 1;
    }

    /**
     * What a name looks like: two names with one skeleton are hard to tell apart (Unicode Technical Standard 39, section 4).
     * Beyond that runs of spaces are one space, as a page shows them; i and j have one dot, whether or not it is written; and
     * where both directions meet, order counts for nothing.
     */
    public function skeletonOf(string $name): string
    {
        $decomposed = (string) preg_replace($this->unseen, '', (string) Normalizer::normalize($name, Normalizer::FORM_D));
        $like = '';
        foreach (mb_str_split($decomposed, 1, 'UTF-8') as $character) {
            $like .= $this->looksLike[$character] ?? $character;
        }

        $characters = $this->withoutSecondDots((string) preg_replace('/ {2,}/', ' ', (string) Normalizer::normalize($like, Normalizer::FORM_D)));
        if ($this->isMixed($characters)) {
            sort($characters, SORT_STRING); // of UTF-8: by code point
        }

        return implode('', $characters);
    }

    /**
     * A dot above takes the place of the dot that a soft-dotted letter has of its own.
     *
     * @return list<string>
     */
    private function withoutSecondDots(string $like): array
    {
        $hasDot = false;
        $kept = [];
        foreach (mb_str_split($like, 1, 'UTF-8') as $character) {
            if (! $this->isMark($character)) {
                $hasDot = isset($this->softDotted[$character]);
            }
            if (! $hasDot || $character !== "\u{307}") {
                $kept[] = $character;
            }
        }

        return $kept;
    }

    /**
     * Whether letters from right to left stand beside others, digits or signs: what is shown first is then not what was
     * written first. Spaces, marks and what such letters themselves look like (l, o) mix nothing.
     *
     * @param  list<string>  $characters
     */
    private function isMixed(array $characters): bool
    {
        $others = array_filter($characters, fn (string $it): bool => preg_match($this->rightToLeft, $it) !== 1);

        return count($others) < count($characters)
            && array_filter($others, fn (string $it): bool => ! isset($this->unplaced[$it]) && ! $this->isMark($it)) !== [];
    }

    private function isMark(string $character): bool
    {
        return preg_match($this->mark, $character) === 1;
    }

    /** @param  array{refused: list<array{int, int}>, marks: list<array{int, int}>, rightToLeft: list<array{int, int}>, unplaced: string, softDotted: string, looksLike: array<array-key, string>}  $data */
    private static function fromData(array $data): self
    {
        $class = CharacterTable::classOf(...);
        $set = fn (string $characters): array => array_fill_keys(mb_str_split($characters, 1, 'UTF-8'), true);

        return new self('/['.$class($data['refused']).']/u', '/['.$class($data['marks']).']/u', '/['.$class($data['rightToLeft']).']/u', $set(' '.$data['unplaced']), $set($data['softDotted']), CharacterTable::byCharacter($data['looksLike']));
    }
}
