<?php

declare(strict_types=1);

namespace App\Chat;

use LogicException;
use Normalizer;

/** What the two chats must agree on about the characters of a name, whatever Unicode version their languages know. */
final class Lookalikes
{
    private static ?self $loaded = null;

    /**
     * @param  string  $unseen  a character class in PCRE's spelling
     * @param  array<array-key, string>  $looksLike  by character
     */
    private function __construct(private readonly string $unseen, private readonly array $looksLike)
    {
    }

    /** Reads the file when it is first asked for: only a registration needs it. */
    public static function load(): self
    {
        return self::$loaded ??= self::fromData(self::data());
    }

    /** @return array{refused: list<array{int, int}>, looksLike: array<array-key, string>, digest: string} */
    public static function data(): array
    {
        $path = dirname(__DIR__, 3).'/contract/unicode/names.json';
        $json = @file_get_contents($path);

        return json_decode(
            $json === false ? throw new LogicException("There is no {$path}: laravel-chat and contract lie side by side.") : $json,
            true, flags: JSON_THROW_ON_ERROR,
        );
    }

    /** Whether a text has a character that shows nothing, or nothing that is known to every reader. */
    public function hasUnseen(string $text): bool
    {
        return preg_match("/{$this->unseen}/u", $text) === 1;
    }

    /**
     * What a name looks like: two names with one skeleton are hard to tell apart (Unicode Technical Standard 39, section 4).
     * Runs of spaces are one space besides, as a page shows them.
     */
    public function skeletonOf(string $name): string
    {
        $decomposed = (string) preg_replace("/{$this->unseen}/u", '', (string) Normalizer::normalize($name, Normalizer::FORM_D));
        $like = '';
        foreach (mb_str_split($decomposed, 1, 'UTF-8') as $character) {
            $like .= $this->looksLike[$character] ?? $character;
        }

        return (string) preg_replace('/ {2,}/', ' ', (string) Normalizer::normalize($like, Normalizer::FORM_D));
    }

    /** @param  array{refused: list<array{int, int}>, looksLike: array<array-key, string>}  $data */
    private static function fromData(array $data): self
    {
        $class = implode('', array_map(fn (array $range): string => sprintf('\\x{%x}-\\x{%x}', ...$range), $data['refused']));
        $looksLike = [];
        foreach ($data['looksLike'] as $like => $characters) {
            foreach (mb_str_split($characters, 1, 'UTF-8') as $character) {
                $looksLike[$character] = (string) $like;
            }
        }

        return new self("[{$class}]", $looksLike);
    }
}
