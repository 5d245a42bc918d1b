<?php

declare(strict_types=1);

namespace App\Chat;

use App\ChatError;
use App\Contract;
use LogicException;

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
        $path = dirname(__DIR__, 3).'/contract/unicode/words.json';
        $json = @file_get_contents($path);

        return json_decode(
            $json === false ? throw new LogicException("There is no {$path}: laravel-chat and contract lie side by side.") : $json,
            true, flags: JSON_THROW_ON_ERROR,
        );
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
        $words = array_map(strval(...), array_keys(array_flip(array_filter(explode(' ', self::load()->folded($text)), fn (string $word): bool => $word !== ''))));
        if ($words === [] || count($words) > $contract->limit('searchWordsMax')) {
            throw ChatError::of('search_invalid', 'text');
        }

        return $words;
    }

    /** @param  array{words: list<array{int, int}>, alone: list<array{int, int}>, nothing: list<array{int, int}>, folds: array<array-key, string>, digest: string}  $data */
    private static function fromData(array $data): self
    {
        $class = fn (array $ranges): string => implode('', array_map(fn (array $range): string => sprintf('\\x{%x}-\\x{%x}', ...$range), $ranges));
        $folds = [];
        foreach ($data['folds'] as $to => $characters) {
            foreach (mb_str_split($characters, 1, 'UTF-8') as $character) {
                $folds[$character] = (string) $to;
            }
        }

        return new self('/['.$class($data['nothing']).']/u', '/[^'.$class($data['words']).']+/u', '/['.$class($data['alone']).']/u', $folds);
    }
}
