<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;

/** What the two chats must agree on about the words of a text, whatever Unicode version their languages know. */
final class Words
{
    private static ?self $loaded = null;

    /**
     * The first three are patterns of characters.
     *
     * @param  array<array-key, string>  $folds  by character
     */
    private function __construct(
        private readonly string $nothing,
        private readonly string $between,
        private readonly string $alone,
        private readonly array $folds,
    ) {
    }

    /** Reads the file when it is first asked for: only a search needs it. */
    public static function load(): self
    {
        return self::$loaded ??= self::fromData(self::data());
    }

    /** @return array{words: list<array{int, int}>, alone: list<array{int, int}>, nothing: list<array{int, int}>, folds: array<array-key, string>, digest: string} */
    public static function data(): array
    {
        return CharacterTable::read('words.json');
    }

    /**
     * The words of a text as they are compared, each behind a space: a word begins the text of another where that holds it behind
     * a space. Contract, "Search".
     */
    public function folded(string $text): string
    {
        if (preg_match('/[^\x00-\x7f]/', $text) !== 1) {
            return ' '.preg_replace('/[^a-z0-9]+/', ' ', strtolower($text));
        }
        $folded = (string) preg_replace_callback('/[A-Z\x{80}-\x{10ffff}]/u', fn (array $one): string => $this->folds[$one[0]] ?? $one[0], (string) preg_replace($this->nothing, '', $text));

        return ' '.preg_replace([$this->between, $this->alone], [' ', ' $0 '], $folded);
    }

    /**
     * The different words that somebody searches for.
     *
     * @return non-empty-list<string> folded
     *
     * @throws ChatError search_invalid
     */
    public static function searched(string $text): array
    {
        $contract = Contract::load();
        if (! mb_check_encoding($text, 'UTF-8') || Characters::count($text) > $contract->limit('searchMax')) {
            throw ChatError::of('search_invalid', 'text');
        }
        $words = array_values(array_unique(array_filter(explode(' ', self::load()->folded($text)), fn (string $word): bool => $word !== '')));
        if ($words === [] || count($words) > $contract->limit('searchWordsMax')) {
            throw ChatError::of('search_invalid', 'text');
        }

        return $words;
    }

    /** @param  array{words: list<array{int, int}>, alone: list<array{int, int}>, nothing: list<array{int, int}>, folds: array<array-key, string>, digest: string}  $data */
    private static function fromData(array $data): self
    {
        $class = CharacterTable::classOf(...);

        return new self('/['.$class($data['nothing']).']/u', '/[^'.$class($data['words']).']+/u', '/['.$class($data['alone']).']/u', CharacterTable::byCharacter($data['folds']));
    }
}
