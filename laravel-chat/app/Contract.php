<?php

declare(strict_types=1);

namespace App;

use LogicException;

/** The limits, error codes and event names that both chats read from contract/contract.json. */
final class Contract
{
    /** @var ?array<string, mixed> */
    private static ?array $data = null;

    /** @return array<string, mixed> */
    public static function read(): array
    {
        $path = dirname(__DIR__, 2).'/contract/contract.json';
        $json = @file_get_contents($path);
        if ($json === false) {
            throw new LogicException("The contract is not at {$path}: laravel-chat and contract lie side by side.");
        }

        return json_decode($json, true, flags: JSON_THROW_ON_ERROR);
    }

    /** @param  string  $name  a key of `limits` (not presenceMsPerUser, a fraction); its unit is in it, else a count */
    public static function limit(string $name): int
    {
        return self::entry('limits', $name);
    }

    /** @return array<string, int|float> */
    public static function limits(): array
    {
        return self::data()['limits'];
    }

    public static function window(string $name): int
    {
        return self::entry('window', $name);
    }

    /** @return string a regular expression without delimiters, for PCRE too */
    public static function pattern(string $name): string
    {
        return self::entry('patterns', $name);
    }

    /** @return mixed a bound of lab calls, or the list of their places (where) or kinds (what) */
    public static function lab(string $name): mixed
    {
        return self::entry('lab', $name);
    }

    /** @return array{status: int, message: string} */
    public static function error(string $code): array
    {
        return self::entry('errors', $code);
    }

    /** @return list<string> */
    public static function errorCodes(): array
    {
        return array_map(strval(...), array_keys(self::data()['errors']));
    }

    /** @return string its name on the wire */
    public static function event(string $name): string
    {
        return self::entry('events', $name);
    }

    /**
     * @return array{characters: string, inEveryScript: string, scripts: list<string>, scriptsTogether: list<string>}
     *   patterns of characters, and scripts by Unicode's names
     */
    public static function names(): array
    {
        return self::data()['names'];
    }

    /** The presence channel that all of the chat happens on. */
    public static function channel(): string
    {
        return self::data()['channel'];
    }

    /** @return array{files: string, types: array<string, string>} a pattern of paths, and media types by extension */
    public static function page(): array
    {
        return self::data()['page'];
    }

    /** The name of this app's session cookie. */
    public static function cookie(): string
    {
        return self::data()['cookies']['laravel'];
    }

    /** The characters that trimming takes off, for a character class of PCRE (where \v means more than U+000B). */
    public static function trimmed(): string
    {
        return (string) preg_replace(
            ['/\\\\u([0-9a-f]{4})/', '/\\\\v/'], ['\\x{$1}', '\\x{000b}'], self::data()['trimmed'],
        );
    }

    /** @return array<string, array{type: string, help: string, buckets?: list<float|int>, labels?: list<string>}> */
    public static function metrics(): array
    {
        return self::data()['metrics'];
    }

    /** @return array<string, mixed> from config/contract.php, so that `config:cache` holds it for the workers */
    private static function data(): array
    {
        return self::$data ??= app()->bound('config') ? config('contract') : self::read();
    }

    private static function entry(string $section, string $name): mixed
    {
        return self::data()[$section][$name] ?? throw new LogicException("The contract has no {$name} in {$section}.");
    }
}
