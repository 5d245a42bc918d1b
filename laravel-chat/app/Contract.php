<?php

declare(strict_types=1);

namespace App;

use LogicException;

/** The limits, error codes and event names that both chats read from contract/contract.json. */
final class Contract
{
    private static ?self $loaded = null;

    /** @param  array<string, mixed>  $data */
    private function __construct(private readonly array $data)
    {
    }

    /** From config/contract.php, so that `config:cache` holds it for the workers. */
    public static function load(): self
    {
        return self::$loaded ??= new self(app()->bound('config') ? config('contract') : self::read());
    }

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

    /** @param  string  $name a key of `limits`; the unit is in the name (Ms, Bytes, Seconds), else a count */
    public function limit(string $name): int|float
    {
        return $this->entry('limits', $name);
    }

    /** @return array<string, int|float> */
    public function limits(): array
    {
        return $this->data['limits'];
    }

    public function window(string $name): int
    {
        return $this->entry('window', $name);
    }

    /** @return string a regular expression without delimiters, for PCRE too */
    public function pattern(string $name): string
    {
        return $this->entry('patterns', $name);
    }

    /** @return mixed a bound of lab calls, or the list of their places (where) or kinds (what) */
    public function lab(string $name): mixed
    {
        return $this->entry('lab', $name);
    }

    /** @return array{status: int, message: string} */
    public function error(string $code): array
    {
        return $this->entry('errors', $code);
    }

    /** @return list<string> */
    public function errorCodes(): array
    {
        return array_map(strval(...), array_keys($this->data['errors']));
    }

    /** @return string its name on the wire */
    public function event(string $name): string
    {
        return $this->entry('events', $name);
    }

    /**
     * @return array{characters: string, inEveryScript: string, scripts: list<string>, scriptsTogether: list<string>}
     *   patterns of characters, and scripts by Unicode's names
     */
    public function names(): array
    {
        return $this->data['names'];
    }

    /** The presence channel that all of the chat happens on. */
    public function channel(): string
    {
        return $this->data['channel'];
    }

    /** @return array{files: string, types: array<string, string>} a pattern of paths, and media types by extension */
    public function page(): array
    {
        return $this->data['page'];
    }

    /** The name of this app's session cookie. */
    public function cookie(): string
    {
        return $this->data['cookies']['laravel'];
    }

    /** The characters that trimming takes off, for a character class of PCRE (where \v means more than U+000B). */
    public function trimmed(): string
    {
        return (string) preg_replace(
            ['/\\\\u([0-9a-f]{4})/', '/\\\\v/'], ['\\x{$1}', '\\x{000b}'], $this->data['trimmed'],
        );
    }

    /** @return array<string, array{type: string, help: string, buckets?: list<float|int>, labels?: list<string>}> */
    public function metrics(): array
    {
        return $this->data['metrics'];
    }

    private function entry(string $section, string $name): mixed
    {
        return $this->data[$section][$name] ?? throw new LogicException("The contract has no {$name} in {$section}.");
    }
}
