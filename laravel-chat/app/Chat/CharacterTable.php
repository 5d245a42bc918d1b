<?php

declare(strict_types=1);

namespace App\Chat;

use LogicException;

/** A file in which the two chats read the same about characters. */
final class CharacterTable
{
    /**
     * @param  string  $name of a file in contract/unicode
     * @return mixed what it holds, as an array
     */
    public static function read(string $name): mixed
    {
        $path = dirname(__DIR__, 3)."/contract/unicode/{$name}";
        $json = @file_get_contents($path);

        return json_decode(
            $json === false ? throw new LogicException("There is no {$path}: laravel-chat and contract lie side by side.") : $json,
            true, flags: JSON_THROW_ON_ERROR,
        );
    }

    /**
     * A part of a character class.
     *
     * @param  list<array{int, int}>  $ranges  both ends among them
     */
    public static function classOf(array $ranges): string
    {
        return implode('', array_map(fn (array $range): string => sprintf('\\x{%x}-\\x{%x}', ...$range), $ranges));
    }

    /**
     * What each character becomes.
     *
     * @param  array<array-key, string>  $become  characters by what they become
     * @return array<array-key, string>
     */
    public static function byCharacter(array $become): array
    {
        $table = [];
        foreach ($become as $to => $characters) {
            foreach (mb_str_split($characters, 1, 'UTF-8') as $character) {
                $table[$character] = (string) $to;
            }
        }

        return $table;
    }
}
