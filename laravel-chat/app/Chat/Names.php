<?php

declare(strict_types=1);

namespace App\Chat;

use App\Contract;
use Normalizer;

/** Which names new accounts may have, and the key by which names are unique. */
final class Names
{
    private static ?string $pattern = null;

    /**
     * Letters and marks of one script, digits and a few signs.
     *
     * @param  string  $name  in NFC
     */
    public static function mayBeNew(string $name): bool
    {
        return preg_match(self::$pattern ??= self::pattern(), $name) === 1;
    }

    /** The key by which a name is unique: spellings that differ only by case or compatibility forms (NFKC) share it. */
    public static function keyOf(string $name): string
    {
        return mb_strtolower(
            mb_strtoupper((string) Normalizer::normalize($name, Normalizer::FORM_KC), 'UTF-8'), 'UTF-8',
        );
    }

    private static function pattern(): string
    {
        $names = Contract::get('names');
        $sets = [...explode(' ', implode(' ', $names['scripts'])), ...$names['scriptsTogether']];
        $inOneScript = array_map(function (string $set) use ($names): string {
            $scripts = array_map(fn (string $script): string => "\\p{scx={$script}}", explode(' ', $set));

            return '['.implode('', $scripts).$names['inEveryScript'].']+';
        }, $sets);

        return "/^(?=(?:{$names['characters']})+$)(?:".implode('|', $inOneScript).')$/uD';
    }
}
